"""Bytes of a scene on a rendering GPU; path tracers keep it whole on every card.

Assumptions, flagged since no published measurement of whole scenes stands behind them: half a vertex a triangle (a
closed mesh has half as many vertices; position 12, normal 12, texture coordinate 8 bytes), three indices and a shader
id, and 64 bytes of compacted bounding-volume hierarchy. Compaction takes about half of a hierarchy
(developer.nvidia.com/blog/tips-acceleration-structure-compaction); its layout is the driver's, and one scene takes up
to three times more on one maker's cards than on another's (zeux.io/2025/03/31/measuring-acceleration-structures).
Frame buffers are those of the whole frame; Cycles bounds them by tiles of 2048 pixels (Blender manual, Performance),
so that they are too high for larger frames.
"""

from calc.workload import Rendering

_VERTICES_PER_TRIANGLE = 0.5
_VERTEX_BYTES = 12 + 12 + 8
_INDEX_BYTES = 3 * 4 + 4
_BVH_BYTES = 64
# A mip chain adds a quarter, a sixteenth ... of the texture: the sum of (1/4)^n.
_MIP_FACTOR = 4 / 3
# Each pass is four fp32 channels, and the denoiser may hold a second copy (Cycles, commit 0e8bfe1f).
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
