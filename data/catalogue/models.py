"""Model facts: the shape of a language model, with its printed name and source."""

from dataclasses import dataclass
from importlib.resources.abc import Traversable

from calc.model_shape import ModelShape
from data.catalogue.facts import Provenance
from data.catalogue.table import Row, read_table

FILE = "models.csv"
HEADING = (
    "id,name,family,architecture,n_params,active_params,hidden,layers,heads,kv_heads,head_dim,intermediate,"
    "moe_intermediate,vocab,tie_embeddings,gated_mlp,qkv_bias,max_context,n_experts,experts_per_token,n_shared_experts,"
    "first_dense_layers,q_lora_rank,kv_lora_rank,qk_nope_head_dim,qk_rope_head_dim,v_head_dim,sliding_window,"
    "full_attention_every,window_pattern,kv_cache_bytes_per_token_bf16,date,date_precision,date_text,source,confidence,"
    "notes"
)


@dataclass(frozen=True, slots=True)
class Model:
    """A model of the catalogue.

    Attributes
    ----------
    name, family
        As printed.
    n_params, active_params
        Published or derived counts.
    shape
        ``None`` where only rounded totals are published.
    kv_cache_bytes_per_token
        At two bytes an element, every layer caching every token [B/token]; 0 where unknown.
    """

    id: str
    name: str
    family: str
    n_params: int
    active_params: int
    shape: ModelShape | None
    kv_cache_bytes_per_token: int
    provenance: Provenance


def read_models(folder: Traversable) -> dict[str, Model]:
    """Read ``models.csv`` of an edition; a bad row raises ``bad_fact``."""
    return read_table(folder, FILE, HEADING, _read)


def _read(row: Row) -> Model:
    return Model(
        id=row.id(),
        name=row.words("name"),
        family=row.words("family"),
        n_params=row.whole("n_params", low=1),
        active_params=row.whole("active_params", low=1),
        shape=_shape(row) if row.text("hidden") else None,
        kv_cache_bytes_per_token=row.optional_whole("kv_cache_bytes_per_token_bf16"),
        provenance=row.provenance(),
    )


def _shape(row: Row) -> ModelShape:
    experts = row.optional_whole("n_experts")
    heads = row.whole("heads", low=1)
    kv_heads = row.whole("kv_heads", low=1)
    if heads % kv_heads:
        row.refuse("kv_heads", f"a divisor of {heads}")
    return ModelShape(
        id=row.id(),
        architecture=row.id("architecture"),
        hidden=row.whole("hidden", low=1),
        layers=row.whole("layers", low=1),
        heads=heads,
        kv_heads=kv_heads,
        head_dim=row.whole("head_dim", low=1),
        intermediate=row.whole("intermediate", low=1),
        vocab=row.whole("vocab", low=1),
        tie_embeddings=row.flag("tie_embeddings"),
        gated_mlp=row.flag("gated_mlp"),
        qkv_bias=row.flag("qkv_bias"),
        n_params=row.whole("n_params", low=1),
        active_params=row.whole("active_params", low=1),
        max_context=row.whole("max_context", low=1),
        n_experts=experts,
        experts_per_token=row.whole("experts_per_token", low=1) if experts else 0,
        n_shared_experts=row.optional_whole("n_shared_experts"),
        first_dense_layers=row.optional_whole("first_dense_layers"),
        moe_intermediate=row.whole("moe_intermediate", low=1) if experts else 0,
        q_lora_rank=row.optional_whole("q_lora_rank"),
        kv_lora_rank=row.optional_whole("kv_lora_rank"),
        qk_nope_head_dim=row.optional_whole("qk_nope_head_dim"),
        qk_rope_head_dim=row.optional_whole("qk_rope_head_dim"),
        v_head_dim=row.optional_whole("v_head_dim"),
        sliding_window=row.optional_whole("sliding_window"),
        full_attention_every=row.optional_whole("full_attention_every"),
    )
