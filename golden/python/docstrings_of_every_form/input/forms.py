("Forms "
 "of docstrings.")

LIMIT = 3
("""How many.""")
RATE = 2
f"no {LIMIT}"


def raw(): r'Raw \d.'


def joined():
    ("First line.\n"  # a remark
     "\n"
     'Second (and "last") one.')
    return hidden


def bracketed():
    (
        """In brackets.

        With a second paragraph.
        """
    )


def of_bytes():
    b"""No documentation."""


def formatted():
    f"""No {documentation}."""
