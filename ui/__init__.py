"""What the pages share: texts, numbers, forms, charts and the link."""
