"""Answers as records and documents: what leaves the product as JSON, CSV, workbook or PDF."""
