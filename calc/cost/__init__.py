"""The ledger: every line of cost of renting and of buying, month by month."""
