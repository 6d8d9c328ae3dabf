"""Bytes of a scene on a rendering GPU; path tracers keep it whole on every card.

Sizes of one triangle and one pixel are assumptions from the layouts of public renderers (Cycles, OptiX):
half a vertex a triangle (position 12, normal 12, texture coordinate 8), three indices and a shader id, and a
compacted bounding-volume hierarchy.
"""

from calc.workload import Rendering

_VERTICES_PER_TRIANGLE = 0.5
_VERTEX_BYTES = 12 + 12 + 8
_INDEX_BYTES = 3 * 4 + 4
_BVH_BYTES = 64
# A mip chain adds a quarter, a sixteenth ... of the texture.
_MIP_FACTOR = 4 / 3
# Each pass is four fp32 channels, and the denoiser holds a second copy.
_PIXEL_BYTES = 4 * 4
_FRAME_COPIES = 2


def geometry_bytes(scene: Rendering) -> float:
    """Bytes of vertices, indices and the hierarchy [B]."""
    return scene.triangles * (_VERTICES_PER_TRIANGLE * _VERTEX_BYTES + _INDEX_BYTES + _BVH_BYTES)


def texture_bytes(scene: Rendering) -> float:
    """Bytes of square textures with mip levels [B]."""
    return scene.textures * scene.texture_pixels**2 * scene.texture_bytes_per_pixel * _MIP_FACTOR


def frame_bytes(scene: Rendering) -> float:
    """Bytes of the frame buffers of all passes [B]."""
    return scene.width_pixels * scene.height_pixels * scene.passes * _PIXEL_BYTES * _FRAME_COPIES
