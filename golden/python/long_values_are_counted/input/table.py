COUNTRIES = [
    "Austria", "Belgium", "Bulgaria", "Croatia", "Cyprus", "Czechia", "Denmark", "Estonia",
    "Finland", "France", "Germany", "Greece", "Hungary", "Ireland", "Italy", "Latvia",
    "Lithuania", "Luxembourg", "Malta", "Netherlands", "Poland", "Portugal", "Romania",
    "Slovakia", "Slovenia", "Spain", "Sweden",
]
PREFIXES: dict[str, tuple[int, str]] = {
    "AT": (43, "one"), "BE": (32, "two"), "BG": (359, "three"), "HR": (385, "four"),
    "CY": (357, "five"), "CZ": (420, "six"), "DK": (45, "seven"), "EE": (372, "eight"),
    "FI": (358, "nine"), "FR": (33, "ten"), "DE": (49, "eleven"), "GR": (30, "twelve"),
}
TEXT = """
Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore
magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo.
Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.
"""
LONG_EXPRESSION = (
    first_part_of_a_long_expression() + second_part_of_a_long_expression() + third_part_of_a_long_expression()
    + fourth_part_of_a_long_expression() + fifth_part_of_a_long_expression() + sixth_part_of_it()
)
SHORT = [1, 2, 3]
