"""Published claims of vendors, studies and posts, with their inputs as scenarios."""

from data.claims.published import Published, published_claims

__all__ = ["Published", "published_claims"]
