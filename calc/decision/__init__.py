"""What to do: value of each option, break-evens, the mixed plan, risk."""
