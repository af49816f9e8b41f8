# HIDDEN: history of this module
"""Fees."""

# HIDDEN: the old value was 5
_OLD = 5


# a comment above a public function may stay or go, but it is HIDDEN here: not a docstring
def fee(amount: int) -> int:
    """Return the fee."""
    # HIDDEN: raises ValueError below zero (it does not)
    # def hidden_commented_out(): ...
    result = amount // 100  # HIDDEN: rounds up
    "HIDDEN: a string that is no docstring"
    return result


# HIDDEN
def _private():
    """HIDDEN: docstring of a private helper."""
