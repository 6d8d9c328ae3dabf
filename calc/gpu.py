"""What the reckoning needs to know of a GPU."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gpu:
    """A GPU as the catalogue describes it.

    Attributes
    ----------
    memory_gb
        Memory in the name [GB].
    usable_gib
        What a process sees of it [GiB].
    bandwidth_tb_s
        Memory bandwidth [TB/s].
    bf16_dense_tflops, fp8_dense_tflops, fp32_tflops
        Dense peaks [TFLOP/s]; fp8 0 where the GPU has none.
    compute_capability
        Generation: ``8.0`` Ampere A100, ``9.0`` Hopper, ``10.0`` Blackwell, ``gfx942`` CDNA 3.
    link_gb_s
        GPU-to-GPU link in both directions per GPU [GB/s], 0 where there is none.
    switched
        The link reaches every GPU of a node (NVSwitch) rather than one neighbour.
    pcie_gb_s
        PCIe x16 in both directions [GB/s].
    tdp_w
        Board power [W].
    """

    id: str
    memory_gb: float
    usable_gib: float
    bandwidth_tb_s: float
    bf16_dense_tflops: float
    fp8_dense_tflops: float
    fp32_tflops: float
    tdp_w: float
    compute_capability: str
    link_gb_s: float
    switched: bool
    pcie_gb_s: float
