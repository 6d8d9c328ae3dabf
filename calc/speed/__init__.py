"""Time of a run: training, inference and rendering throughput."""
