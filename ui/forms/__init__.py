"""Forms made from the metadata of the scenario's fields: what they edit is a draft, never a result."""
