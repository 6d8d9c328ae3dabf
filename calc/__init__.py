"""The reckoning of Esep: pure functions from a plan to memory, hours and money.

Nothing here reads a clock, a file, the environment or the network, and nothing here speaks:
verdicts, reasons, warnings and errors are codes with numbers.
"""
