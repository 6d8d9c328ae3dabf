"""What serving a model comes to: waiting for the first token, users at once, GPUs for the month."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Serving:
    """One copy of the model at the batch it holds, and the copies the month needs.

    Attributes
    ----------
    gpus_per_copy
        GPUs of one copy of the model [GPU].
    copies
        Copies the job runs.
    prompt_tokens
        Prompt of one request [token].
    prefill_seconds
        Reading it when nothing else runs: the wait for the first token, bound by compute [s].
    seconds_per_token
        Between two tokens of one request at the batch served, other prompts' prefill included; bound by memory
        bandwidth until the batch is large [s].
    batch
        Requests one copy serves at once.
    fitting_requests
        Requests the KV cache of all copies has room for: concurrent users with no queue.
    gpus_for_month
        Whole copies' GPUs that generate the month's tokens round the clock [GPU].
    gpu_hours_per_million_tokens
        GPU-hours a million generated tokens take, prompts included [GPU-h].
    """

    gpus_per_copy: int
    copies: int
    prompt_tokens: int
    prefill_seconds: float
    seconds_per_token: float
    batch: int
    fitting_requests: int
    gpus_for_month: int
    gpu_hours_per_million_tokens: float
