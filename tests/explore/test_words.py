"""The words of a charter steer."""

from bugbash.explore.words import Interest


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
