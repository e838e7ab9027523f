"""Key strokes in words."""

from __future__ import annotations

import pytest

from generator.packaging.keys import KeyNameError, keyboard, named


def test_control_and_a_letter_are_written_with_both_masks_of_java() -> None:
    assert keyboard("CTRL+R") == "82,130"
    assert keyboard("Ctrl+Shift+r") == "82,195"


def test_function_keys_have_their_own_codes() -> None:
    assert keyboard("F1") == "112,0"
    assert keyboard("SHIFT+F12") == "123,65"


def test_a_named_command_has_no_key() -> None:
    assert named("ClearMoved") == "57344,0,ClearMoved"


@pytest.mark.parametrize("text", ["CTLR+R", "CTRL+", "CTRL+§", "F13", ""])
def test_words_that_are_no_key_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(KeyNameError) as caught:
        keyboard(text)
    assert "\n" not in str(caught.value)
    assert "accepted" in str(caught.value)


def test_a_misspelt_modifier_is_answered_with_the_nearest() -> None:
    with pytest.raises(KeyNameError, match="did you mean 'CTRL'"):
        keyboard("CTLR+R")
