"""The mixed plan: own the base, rent the peaks, exactly (docs/mixed_plan.md)."""
