"""The figures: each module's `rows(shop)` measures, and yields rows of the table."""
