"""Memory of one GPU: parameters, model states, activations, loss, sharding, KV cache, device overhead."""
