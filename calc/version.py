"""Version of the reckoning; links and documents say which one made their figures."""

ENGINE = "0.1.0"
