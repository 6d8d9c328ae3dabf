"""Whatever the reckoning says of a scenario can be said in every language."""

from functools import cache

import pytest

from calc.answer import reckon
from calc.decision.decision import SenseCheck
from calc.memory.footprint import Reason, Suggestion
from calc.message import Message
from calc.speed.throughput import SpeedNote
from data.examples import EXAMPLES, load_example
from data.resolve import resolve
from data.scenario import read_scenario
from ui.texts import LANGUAGES, texts

ODD = {
    # Scenarios nobody should have, each provoking remarks.
    "waves longer than a week, nodes too few, power and rates too high": {
        "jobs": [{"demand": {"kind": "waves", "gpus": 16, "hours_per_week": 168, "scale": 2}}],
        "rent": {"mode": "committed_1y", "hourly_rate": 2, "committed_1y_rate": 3, "price_growth_per_year": 1.5},
        "buy": {"nodes": 1, "lead_months": 3, "gap_mode": "none", "residual_kind": "points", "residual_scale": 3},
        "site": {"active_kw_per_node": 100, "idle_kw_per_node": 0.1},
        "finance": {"funding": "loan"},
    },
    "months of 720 hours, long service, refresh, too little power": {
        "jobs": [{"demand": {"kind": "profile", "gpus": 8, "monthly_gpu_hours": [5760], "growth_per_year": 0.5}}],
        "buy": {"refresh_every_months": 24, "residual_kind": "linear"},
        "site": {"active_kw_per_node": 0.2, "idle_kw_per_node": 0.1},
        "finance": {"horizon_months": 120, "vat_recovery_months_capex": 0},
    },
    "months of 744 hours, cooling by tariff, a share typed as per cent": {
        "rent": {"mode": "monthly", "hourly_rate": 2, "monthly_rate": 1488},
        "site": {"cooling": "tariff", "cooling_tariff_kzt_per_kwh": 51.9},
        "finance": {"cit_rate": 0.002},
    },
    "kept long, never used": {
        "jobs": [{"demand": {"utilization": 0}}],
        "finance": {"horizon_months": 96},
    },
    "full fine-tuning of 70B on one small card": {
        "jobs": [
            {
                "workload": {
                    "kind": "training",
                    "model": "llama-3.1-70b",
                    "micro_batch_size": 8,
                    "gradient_checkpointing": "none",
                    "loss": "unfused",
                }
            }
        ],
        "fleet": {"gpu": "l40s"},
    },
    "full fine-tuning of 8B with a long sequence and a large batch": {
        "jobs": [
            {
                "workload": {
                    "kind": "training",
                    "sequence_length": 8192,
                    "micro_batch_size": 4,
                    "gradient_checkpointing": "none",
                    "loss": "unfused",
                    "compute": "fp8",
                },
                "parallel": {"gpus": 8, "sharding": "fsdp"},
            }
        ],
        "fleet": {"gpu": "a100-sxm-80"},
    },
    "small adapters on a large card": {
        "jobs": [{"workload": {"kind": "training", "method": "lora", "micro_batch_size": 16, "sequence_length": 4096}}],
        "fleet": {"gpu": "a100-sxm-80"},
    },
    "serving 70B on one card": {
        "jobs": [{"workload": {"kind": "inference", "model": "llama-3.1-70b", "concurrent_requests": 64}}],
    },
    "serving 8B with a long context": {
        "jobs": [
            {
                "workload": {
                    "kind": "inference",
                    "context_length": 131072,
                    "concurrent_requests": 256,
                    "tokens_per_month": 1e13,
                }
            }
        ],
    },
    "serving 8B a little above the card": {
        "jobs": [{"workload": {"kind": "inference", "context_length": 32768, "concurrent_requests": 16}}],
    },
    "a scene with heavy textures": {
        "jobs": [{"workload": {"kind": "rendering", "textures": 1500, "texture_pixels": 4096}}],
        "fleet": {"gpu": "l40s"},
    },
    "adapters that may or may not fit": {
        "jobs": [{"workload": {"kind": "training", "method": "lora", "sequence_length": 8192}}],
        "fleet": {"gpu": "rtx-5090"},
    },
    "adapters on crumbs": {
        "jobs": [{"workload": {"kind": "training", "method": "lora", "sequence_length": 32}}],
    },
    "full fine-tuning of 8B on one card": {
        "jobs": [{"workload": {"kind": "training"}}],
        "fleet": {"gpu": "l40s"},
    },
    "a pipeline over two nodes without NVLink, with tiny batches": {
        "jobs": [
            {
                "workload": {"kind": "training", "sequence_length": 128},
                "parallel": {"gpus": 16, "sharding": "fsdp", "pipeline_parallel": 2, "offload": "optimizer"},
            }
        ],
        "fleet": {"gpu": "l40s"},
    },
    "adapters on a model larger than a card, spread over eight": {
        "jobs": [
            {
                "workload": {"kind": "training", "method": "lora", "model": "llama-3.1-70b"},
                "parallel": {"gpus": 8, "sharding": "fsdp"},
            }
        ],
    },
    "stated hours and memory, a little above 90 per cent of the card": {
        "jobs": [{"workload": {"kind": "given", "hours_per_run": 12, "memory_gib_per_gpu": 75}}]
    },
}


@cache
def _messages() -> tuple[Message, ...]:
    scenarios = [*map(load_example, EXAMPLES), *map(read_scenario, ODD.values())]
    return tuple(message for scenario in scenarios for message in _said(reckon(resolve(scenario))))


def _said(answer):
    yield answer.decision.verdict
    yield from answer.decision.warnings
    for footprint in answer.footprints:
        yield from footprint.reasons
        yield from footprint.suggestions
    for throughput in answer.throughputs:
        yield from throughput.notes


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_of_real_scenarios_can_be_said(language):
    for message in _messages():
        words = texts(language).message(message)
        assert words
        assert not {"{", "}"} & set(words)
        assert "nan" not in words.lower().split()


def test_the_scenarios_provoke_nearly_all_that_can_be_said():
    codes = {message.code for message in _messages()}
    assert set(Reason) <= codes
    assert set(Suggestion) - codes <= {Suggestion.LARGER_GPU, Suggestion.OFFLOAD_OPTIMIZER}
    assert set(SenseCheck) - codes <= {SenseCheck.RESIDUAL_ABOVE_PRICE, SenseCheck.SEVERAL_RATES_OF_RETURN}
    assert set(SpeedNote) <= codes
