"""What GPUs are joined by, and how long a collective takes over it.

Rates are one way. A ring all-gather or reduce-scatter of V bytes over n GPUs moves V (n - 1) / n through
every GPU; an all-reduce twice that (Patarasuk and Yuan, 2009; NCCL's "bus bandwidth").
"""

from dataclasses import dataclass
from enum import StrEnum

from calc.gpu import Gpu

GIGA = 1e9

NVLINK_ACHIEVED = 0.78
"""NCCL bus bandwidth over the one-way rate: 360-370 of 450 GB/s (H100), 230-235 of 300 GB/s (A100)."""
PCIE_ACHIEVED = 0.45
"""PCIe rings through host bridges: 12-16 of 32 GB/s (gen 4, eight cards): assumption after public nccl-tests logs."""
NETWORK_ACHIEVED = 0.8
"""Assumption: InfiniBand or RoCE, all-gather of large messages."""
NIC_SHARE_OF_PCIE = 0.78
"""A NIC as fast as the slot allows: 200 Gb/s on gen 4, 400 Gb/s on gen 5 (DGX A100, DGX H100)."""
PLAIN_NIC_GB_S = 12.5
"""Assumption: a server of PCIe cards has one 100 Gb/s port for all of them."""
BRIDGED_GPUS = 2


class LinkKind(StrEnum):
    """What carries the traffic."""

    NVSWITCH = "nvswitch"
    BRIDGE = "bridge"
    PCIE = "pcie"
    NETWORK = "network"


@dataclass(frozen=True, slots=True)
class Link:
    """The narrowest part of the way between the GPUs of a group.

    Attributes
    ----------
    kind
        What it is.
    gb_s
        Bytes that reach one GPU a second, one way, as achieved [GB/s].
    """

    kind: LinkKind
    gb_s: float


def link_within_node(gpu: Gpu, group: int) -> Link:
    """Link of a group of GPUs inside one node."""
    if gpu.link_gb_s and gpu.switched:
        return Link(LinkKind.NVSWITCH, gpu.link_gb_s / 2 * NVLINK_ACHIEVED)
    if gpu.link_gb_s and group <= BRIDGED_GPUS:
        return Link(LinkKind.BRIDGE, gpu.link_gb_s / 2 * NVLINK_ACHIEVED)
    return Link(LinkKind.PCIE, gpu.pcie_gb_s / 2 * PCIE_ACHIEVED)


def network_gb_s_per_node(gpu: Gpu, gpus_per_node: int) -> float:
    """Bytes that enter a node a second [GB/s]: a fast NIC a GPU beside NVSwitch, one plain port otherwise."""
    if gpu.switched:
        return gpus_per_node * gpu.pcie_gb_s / 2 * NIC_SHARE_OF_PCIE * NETWORK_ACHIEVED
    return PLAIN_NIC_GB_S * NETWORK_ACHIEVED


def group_link(gpu: Gpu, group: int, gpus_per_node: int, stride: int = 1) -> Link:
    """The narrowest link of a group of GPUs whose neighbours are ``stride`` GPUs apart.

    Between nodes every byte enters a node once and is spread inside it, so the node's members share its NICs.
    """
    members_per_node = max(1, min(group, gpus_per_node // stride))
    within = link_within_node(gpu, members_per_node * stride)
    if members_per_node >= group:
        return within
    # The other groups of the node use the same NICs: a group has its members' share of them.
    share = min(1.0, members_per_node * stride / gpus_per_node) / stride
    between = network_gb_s_per_node(gpu, gpus_per_node) * share
    if members_per_node > 1 and within.gb_s <= between:
        return within
    return Link(LinkKind.NETWORK, between)


def gather_seconds(size_bytes: float, group: int, link: Link) -> float:
    """Time of an all-gather or a reduce-scatter of ``size_bytes`` in all [s]."""
    return size_bytes * (group - 1) / group / (link.gb_s * GIGA)


def all_reduce_seconds(size_bytes: float, group: int, link: Link) -> float:
    """Time of an all-reduce of ``size_bytes`` [s]."""
    return 2 * gather_seconds(size_bytes, group, link)


def all_to_all_seconds(size_bytes: float, group: int, link: Link, members_per_node: int) -> float:
    """Time for every GPU to send its own ``size_bytes`` evenly to the group [s].

    Nothing is shared on the way: over the network a GPU has only its part of the node's rate.
    """
    per_gpu = link.gb_s / members_per_node if link.kind is LinkKind.NETWORK else link.gb_s
    return size_bytes * (group - 1) / group / (per_gpu * GIGA)
