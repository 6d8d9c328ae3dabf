"""GPU facts: what the reckoning needs of a card, with its printed name and source."""

import re
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources.abc import Traversable

from calc.gpu import Gpu
from data.catalogue.facts import Provenance
from data.catalogue.table import Row, read_table

FILE = "gpus.csv"
HEADING = (
    "id,name,vendor,memory_gb,visible_mib,visible_gib,visible_basis,framework_gib,framework_basis,memory_type,"
    "bandwidth_tb_s,bf16_dense_tflops,fp8_dense_tflops,fp4_dense_tflops,fp32_tflops,tdp_w,form_factor,link_kind,link,"
    "link_gb_s,pcie_gen,pcie_gb_s,compute_capability,ecc,launch,date,date_precision,date_text,source,confidence,notes"
)

_PER_GPU = re.compile(r" \(per GPU, (?P<system>[^)]+)\)$")
"""A note of the catalogue that its figures are of one GPU of a larger system; the name is that of both."""
DRIVER_GIB = 0.4
"""What the driver keeps of the memory nvidia-smi prints, where no framework log was found [GiB] (assumption)."""


class LinkKind(StrEnum):
    """What joins the GPUs of a node."""

    NONE = "none"
    BRIDGE = "bridge"
    SWITCH = "switch"
    MESH = "mesh"
    CPU = "cpu"


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuFact(Gpu):
    """A GPU of the catalogue.

    Attributes
    ----------
    name, vendor
        As printed.
    visible_gib, visible_basis
        Memory the driver lists [GiB], and where that figure is from; ``None`` where not found.
    framework_gib, framework_basis
        Memory a framework sees [GiB], ``None`` where no log was found; then ``usable_gib`` is
        ``visible_gib`` less 0.4 and ``usable_assumed`` is true.
    fp4_dense_tflops
        Dense FP4 peak [TFLOP/s], 0 where the GPU has none.
    memory_type, form_factor, link_kind, link, launch
        As printed by the vendor.
    """

    name: str
    vendor: str
    visible_gib: float | None
    visible_basis: str
    framework_gib: float | None
    framework_basis: str
    usable_assumed: bool
    fp4_dense_tflops: float
    memory_type: str
    form_factor: str
    link_kind: LinkKind
    link: str
    launch: str
    provenance: Provenance


def read_gpus(folder: Traversable) -> dict[str, GpuFact]:
    """Read ``gpus.csv`` of an edition; a bad row raises ``bad_fact``."""
    return read_table(folder, FILE, HEADING, _read)


def _read(row: Row) -> GpuFact:
    visible = row.optional_number("visible_gib", low=1)
    framework = row.optional_number("framework_gib", low=1)
    usable = framework if framework is not None else row.number("visible_gib", low=1) - DRIVER_GIB
    kind = row.choice("link_kind", LinkKind)
    return GpuFact(
        id=row.id(),
        memory_gb=row.number("memory_gb", low=1),
        usable_gib=round(usable, 2),
        bandwidth_tb_s=row.number("bandwidth_tb_s", low=0.01),
        bf16_dense_tflops=row.number("bf16_dense_tflops", low=1),
        fp8_dense_tflops=row.optional_number("fp8_dense_tflops") or 0.0,
        fp32_tflops=row.number("fp32_tflops", low=1),
        tdp_w=row.number("tdp_w", low=1),
        compute_capability=row.words("compute_capability"),
        # a link to the CPU (NVLink-C2C) does not join GPUs
        link_gb_s=0.0 if kind is LinkKind.CPU else row.number("link_gb_s"),
        switched=kind in (LinkKind.SWITCH, LinkKind.MESH),
        pcie_gb_s=row.number("pcie_gb_s", low=1),
        name=_PER_GPU.sub(r" \g<system>", row.words("name")),
        vendor=row.words("vendor"),
        visible_gib=visible,
        visible_basis=row.text("visible_basis"),
        framework_gib=framework,
        framework_basis=row.words("framework_basis"),
        usable_assumed=framework is None,
        fp4_dense_tflops=row.optional_number("fp4_dense_tflops") or 0.0,
        memory_type=row.words("memory_type"),
        form_factor=row.words("form_factor"),
        link_kind=kind,
        link=row.words("link"),
        launch=row.words("launch"),
        provenance=row.provenance(),
    )
