"""How one run is spread over GPUs."""

from calc.choices import Offload, Sharding
from calc.quantity import Flag, Terms, Whole, quantity

DESIGN = "docs/design.md"


class Parallel(Terms):
    """GPUs of one run and how the model and the batch are split over them."""

    gpus: Whole = quantity(1, "GPU", ge=1, le=100_000, source=DESIGN)
    sharding: Sharding = quantity(Sharding.NONE, "-", source=DESIGN)
    tensor_parallel: Whole = quantity(1, "GPU", ge=1, le=1024, source=DESIGN)
    pipeline_parallel: Whole = quantity(1, "GPU", ge=1, le=1024, source=DESIGN)
    context_parallel: Whole = quantity(1, "GPU", ge=1, le=1024, source=DESIGN)
    expert_parallel: Whole = quantity(1, "GPU", ge=1, le=1024, source=DESIGN)
    sequence_parallel: Flag = quantity(False, "-", source=DESIGN)
    offload: Offload = quantity(Offload.NONE, "-", source=DESIGN)
    sharded_loading: Flag | None = quantity(None, "-", source=DESIGN)
    """The checkpoint is read shard by shard; ``None``: under full sharding it is, otherwise every rank reads it."""
    replicate_kv_heads: Flag = quantity(False, "-", source=DESIGN)
    """Tensor parallelism may exceed the KV heads: ranks then share a copied one (vLLM, Megatron core)."""

    @property
    def model_parallel(self) -> int:
        """GPUs that hold one copy of the model before data-parallel sharding [GPU]."""
        return self.tensor_parallel * self.pipeline_parallel * self.context_parallel
