"""Bytes a quantized weight takes, and which weights stay 16 bit (docs/memory_formulas.md §3)."""

from calc.choices import KvFormat, Quantization, WeightFormat

BYTES_16_BIT = 2.0
BYTES_32_BIT = 4.0
BITS_PER_BYTE = 8

# NF4: 4 bits and an fp32 constant a block of 64 (arXiv:2305.14314); the constants of double quantization are
# 8 bit with an fp32 constant a block of 256. int8 (LLM.int8) keeps a row constant, too small to count.
# GPTQ and AWQ: 4 bits, an fp16 scale and a 4-bit zero a group of 128. MXFP4: a shared 8-bit exponent a block
# of 32 (OCP MX specification).
_CODE_BITS = {
    Quantization.NF4: 4.0,
    Quantization.NF4_DOUBLE: 4.0,
    Quantization.INT8: 8.0,
    Quantization.GPTQ4: 4.0,
    Quantization.AWQ4: 4.0,
    Quantization.MXFP4: 4.0,
}
_CONSTANT_BITS = {
    Quantization.NF4: 32 / 64,
    Quantization.NF4_DOUBLE: 8 / 64 + 32 / (64 * 256),
    Quantization.INT8: 0.0,
    Quantization.GPTQ4: (16 + 4) / 128,
    Quantization.AWQ4: (16 + 4) / 128,
    Quantization.MXFP4: 8 / 32,
}
_WEIGHT_BITS = {
    WeightFormat.BF16: 16.0,
    WeightFormat.FP8: 8.0,
    WeightFormat.INT8: 8.0,
    WeightFormat.INT4: 4 + (16 + 4) / 128,
}
# Integer caches keep an fp16 scale a block of 32 values (llama.cpp q8_0 and q4_0).
_KV_BITS = {
    KvFormat.BF16: 16.0,
    KvFormat.FP8: 8.0,
    KvFormat.INT8: 8 + 16 / 32,
    KvFormat.INT4: 4 + 16 / 32,
}
BITSANDBYTES = frozenset({Quantization.NF4, Quantization.NF4_DOUBLE, Quantization.INT8})


def code_bytes(quantization: Quantization) -> float:
    """Bytes a weight of the packed codes alone [B]."""
    return _CODE_BITS[quantization] / BITS_PER_BYTE


def constant_bytes(quantization: Quantization) -> float:
    """Bytes a weight of the block constants [B]; they are not sharded by FSDP."""
    return _CONSTANT_BITS[quantization] / BITS_PER_BYTE


def weight_bytes(weight_format: WeightFormat) -> float:
    """Bytes a weight of a linear layer at inference, of the formats that treat all layers alike [B]."""
    return _WEIGHT_BITS[weight_format] / BITS_PER_BYTE


def kv_bytes(kv_format: KvFormat) -> float:
    """Bytes a cached key or value element [B]."""
    return _KV_BITS[kv_format] / BITS_PER_BYTE
