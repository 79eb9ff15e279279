"""The words of a charter steer."""

import pytest

from bugbash.explore.words import Interest, attacks_in


def test_words_match_over_their_endings() -> None:
    interest = Interest("Explore the cart with odd quantities to discover wrong totals")
    assert interest.score("Total") == 1
    assert interest.score("quantity of Lamp") == 1
    assert interest.score("/cart/update") == 1
    assert interest.score("Cart total") == 2


def test_the_words_of_every_charter_say_nothing() -> None:
    interest = Interest("Explore pages to discover errors")
    assert interest.score("Error page", "Explore", "discover") == 0


def test_words_are_read_out_of_identifiers() -> None:
    assert Interest("addresses").score("deliveryAddress") == 1


@pytest.mark.parametrize(
    ("goal", "first"),
    [
        ("Explore the Insert form with boundary numbers (zero, negative, very large)", "a negative number"),
        ("Explore page names with punctuation to discover crashes", "quotes"),
        ("Explore names with an apostrophe", "quotes"),
        ("Explore accented names and emoji", "other scripts"),
        ("Explore long text values", "a long text"),
        ("Explore the form with empty and NULL values", "nothing"),
        ("Explore passwords with percent signs", "percent signs"),
        ("Explore impatient people who click twice", "double submit"),
    ],
)
def test_a_goal_names_what_is_tried_first(goal: str, first: str) -> None:
    assert attacks_in(goal)[0] == first
    assert Interest(goal).attacks == attacks_in(goal)


def test_a_goal_that_names_no_attack_leaves_the_order_alone() -> None:
    assert attacks_in("Explore the cart to discover wrong totals") == ()


def test_attacks_come_in_the_order_of_the_goals_words() -> None:
    assert attacks_in("Try quotes, then negative numbers, then quotes") == ("quotes", "a negative number")
