"""Value, break-evens and the verdict."""
