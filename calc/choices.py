"""Every choice a scenario can make, as enums with stable ids.

The ids appear in links, files and code. Their words live in the language files only.
"""

from enum import StrEnum


class WorkloadKind(StrEnum):
    """What kind of GPU work a job is."""

    TRAINING = "training"
    INFERENCE = "inference"
    RENDERING = "rendering"
    GIVEN = "given"


class Method(StrEnum):
    """How a model is trained."""

    FULL = "full"
    LORA = "lora"
    QLORA = "qlora"
    PRETRAIN = "pretrain"


class States(StrEnum):
    """Which precision the model states (weights, gradients, master copy) are kept in."""

    MIXED_FP32_MASTER = "mixed_fp32_master"
    AUTOCAST_FP32 = "autocast_fp32"
    PURE_BF16 = "pure_bf16"


class Compute(StrEnum):
    """Precision of the matrix products."""

    BF16 = "bf16"
    FP16 = "fp16"
    FP32 = "fp32"
    FP8 = "fp8"


class Optimizer(StrEnum):
    """Optimizer and its implementation."""

    ADAMW_FUSED = "adamw_fused"
    ADAMW_FOREACH = "adamw_foreach"
    ADAMW_8BIT = "adamw_8bit"
    PAGED_ADAMW_8BIT = "paged_adamw_8bit"
    ADAFACTOR = "adafactor"
    SGD = "sgd"
    SGD_MOMENTUM = "sgd_momentum"
    LION = "lion"
    MUON = "muon"


class Checkpointing(StrEnum):
    """Gradient (activation) checkpointing."""

    NONE = "none"
    SELECTIVE = "selective"
    FULL = "full"


class Attention(StrEnum):
    """Attention kernel: flash without a mask, sdpa with a padding mask, or eager scores."""

    FLASH = "flash"
    SDPA = "sdpa"
    EAGER = "eager"


class Loss(StrEnum):
    """How the cross-entropy over the vocabulary is computed."""

    UNFUSED = "unfused"
    IN_PLACE = "in_place"
    CHUNKED = "chunked"
    CHUNKED_LINEAR = "chunked_linear"
    FUSED_LINEAR = "fused_linear"


class LoraTargets(StrEnum):
    """Which linear layers carry LoRA adapters."""

    QV = "qv"
    ATTENTION = "attention"
    MLP = "mlp"
    ALL_LINEAR = "all_linear"


class AdapterDtype(StrEnum):
    """Precision of the LoRA adapters."""

    FP32 = "fp32"
    BF16 = "bf16"


class Quantization(StrEnum):
    """Quantization of a frozen base model."""

    NF4 = "nf4"
    NF4_DOUBLE = "nf4_double"
    INT8 = "int8"
    GPTQ4 = "gptq4"
    AWQ4 = "awq4"
    MXFP4 = "mxfp4"


class Objective(StrEnum):
    """Training objective: supervised fine-tuning or preference pairs with a reference model."""

    SFT = "sft"
    DPO = "dpo"


class Framework(StrEnum):
    """Training framework; it decides the defaults of loss, dtypes, optimizer and casts."""

    HF = "hf"
    TORCHTUNE = "torchtune"
    LITGPT = "litgpt"
    TORCHTITAN = "torchtitan"
    UNSLOTH = "unsloth"
    MEGATRON = "megatron"


class WeightFormat(StrEnum):
    """Format of the weights at inference."""

    BF16 = "bf16"
    FP8 = "fp8"
    INT8 = "int8"
    INT4 = "int4"
    Q8_0 = "q8_0"
    Q4_K_M = "q4_k_m"


class KvFormat(StrEnum):
    """Format of the key-value cache."""

    BF16 = "bf16"
    FP8 = "fp8"
    INT8 = "int8"
    INT4 = "int4"


class TextLanguage(StrEnum):
    """Language of a text, which decides how many tokens a word makes."""

    KAZAKH = "kazakh"
    RUSSIAN = "russian"
    ENGLISH = "english"


class TextUnit(StrEnum):
    """What the size of the training text is given in."""

    TOKENS = "tokens"
    EXAMPLES = "examples"
    WORDS = "words"
    PAGES = "pages"
    MEGABYTES = "megabytes"


class Sharding(StrEnum):
    """How model states are spread over data-parallel ranks."""

    NONE = "none"
    DDP = "ddp"
    ZERO1 = "zero1"
    ZERO2 = "zero2"
    ZERO3 = "zero3"
    FSDP = "fsdp"


class Offload(StrEnum):
    """Which states live in host memory."""

    NONE = "none"
    OPTIMIZER = "optimizer"
    ALL = "all"


class DemandKind(StrEnum):
    """Shape of demand over time (money/ledger §2); ``runs`` is resolved to ``constant``."""

    CONSTANT = "constant"
    WAVES = "waves"
    PROFILE = "profile"
    RUNS = "runs"
    LOG = "log"
    WEEKLY = "weekly"


class RentMode(StrEnum):
    """Tariff the rent is billed on."""

    HOURLY = "hourly"
    MONTHLY = "monthly"
    COMMITTED_1Y = "committed_1y"
    COMMITTED_3Y = "committed_3y"


class Currency(StrEnum):
    """Currency of a price, a contract or a report."""

    USD = "USD"
    KZT = "KZT"


class VatMode(StrEnum):
    """Whether VAT comes on top of a rent price, is inside it, or does not exist."""

    ADDED = "added"
    INCLUDED = "included"
    NONE = "none"


class StorageBilling(StrEnum):
    """When rented storage is billed."""

    ALWAYS = "always"
    IDLE = "idle"


class Purchase(StrEnum):
    """Where the server is bought, which decides the VAT on it."""

    IMPORT = "import"
    IMPORT_OFFSET = "import_offset"
    IMPORT_EXEMPT = "import_exempt"
    DOMESTIC = "domestic"


class DataPlace(StrEnum):
    """Whether the data of the work must stay in Kazakhstan, and why."""

    ANYWHERE = "anywhere"
    PERSONAL_DATA = "personal_data"
    """Art. 12(2) of the Law on Personal Data No. 94-V."""
    POLICY = "policy"
    """A rule of the bank or the company itself."""


class Taxpayer(StrEnum):
    """Who pays: the profile the tax fields were filled from."""

    UNSTATED = "unstated"
    COMPANY = "company"
    BANK = "bank"
    ASTANA_HUB = "astana_hub"
    NOT_VAT_PAYER = "not_vat_payer"
    BUDGET_BODY = "budget_body"


class GapMode(StrEnum):
    """What covers the work until the bought server is delivered."""

    HOURLY = "hourly"
    MONTHLY = "monthly"
    NONE = "none"


class ResidualKind(StrEnum):
    """Shape of the resale curve."""

    NONE = "none"
    POINTS = "points"
    LINEAR = "linear"
    EXPONENTIAL = "exponential"


class SiteKind(StrEnum):
    """Where a bought server stands."""

    OWN_ROOM = "own_room"
    COLOCATION = "colocation"


class Cooling(StrEnum):
    """How cooling is charged: through PUE, or by a tariff per IT kWh. Never both."""

    PUE = "pue"
    TARIFF = "tariff"


class TariffGrowth(StrEnum):
    """How the power tariff grows: smoothly, or once a year."""

    SMOOTH = "smooth"
    STEP = "step"


class ColoMode(StrEnum):
    """Unit of the colocation fee."""

    PER_U = "per_u"
    PER_RACK = "per_rack"
    PER_KW = "per_kw"


class TaxPosition(StrEnum):
    """Whether other profit absorbs every loss."""

    TAXABLE = "taxable"
    LIMITED = "limited"


class TaxPayment(StrEnum):
    """When income tax is paid."""

    YEAR_END = "year_end"
    MONTHLY = "monthly"


class Depreciation(StrEnum):
    """Tax depreciation: declining balance of the group, or straight line."""

    DECLINING = "declining"
    STRAIGHT_LINE = "straight_line"


class Funding(StrEnum):
    """How the purchase is paid for."""

    CASH = "cash"
    LOAN = "loan"
    LEASE = "lease"


class Repayment(StrEnum):
    """Shape of the repayment."""

    ANNUITY = "annuity"
    EQUAL_PRINCIPAL = "equal_principal"


class RateKind(StrEnum):
    """Whether a contract rate is nominal (divided by 12) or effective."""

    NOMINAL = "nominal"
    EFFECTIVE = "effective"


class LeaseTiming(StrEnum):
    """Whether lease instalments fall at the end or at the start of a month."""

    END = "end"
    START = "start"


class Verdict(StrEnum):
    """Whether a workload fits a card."""

    FITS = "fits"
    TIGHT = "tight"
    DOES_NOT_FIT = "does_not_fit"


class Phase(StrEnum):
    """Moments of a run whose memory peaks are compared."""

    LOAD = "load"
    FORWARD = "forward"
    BACKWARD = "backward"
    OPTIMIZER_STEP = "optimizer_step"
    PREFILL = "prefill"
    RENDER = "render"


class Branch(StrEnum):
    """The options a decision compares."""

    RENT = "rent"
    BUY = "buy"
    MIXED = "mixed"


class BreakEvenState(StrEnum):
    """Answer of a break-even search (money/ledger §12)."""

    FOUND = "found"
    ALWAYS = "always"
    NEVER = "never"
    NO_EFFECT = "no_effect"
