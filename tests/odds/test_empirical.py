"""Landings in games played by the engine match the chain."""

from __future__ import annotations

import pytest

from passgo import is_compiled
from passgo.engine.board import KEEP, Board, classic
from passgo.odds.chain import LEAVE, STAY, STRATEGIES, long_run, space_names
from passgo.odds.empirical import EmpiricalLandings, play_landings, remove_kept_cards
from tests.odds.boards import one_card_board


def off(
    played: EmpiricalLandings, board: Board, strategy: str, jail_turns: int = 3
) -> dict[str, float]:
    """Return the difference from the chain for each space, in standard errors."""
    run = long_run(board, strategy, jail_turns=jail_turns)
    found = zip(space_names(board), played.landings, run.landings, played.errors, strict=True)
    return {
        name: (landed - landing) / error if error else float(landed != landing)
        for name, landed, landing, error in found
    }


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_engine_matches_the_chain(strategy: str) -> None:
    board = remove_kept_cards(classic())
    played = play_landings(30_000, 5, strategy == LEAVE, board)
    assert (played.rolls, played.games) == (30_000, 50)
    assert max(map(abs, off(played, board, strategy).values())) < 5


@pytest.mark.long
@pytest.mark.skipif(not is_compiled(), reason="takes an hour in plain Python")
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_engine_matches_the_chain_over_ten_million_rolls(strategy: str) -> None:
    board = remove_kept_cards(classic())
    played = play_landings(10_000_000, 1, strategy == LEAVE, board)
    assert played.games == 500
    assert max(map(abs, off(played, board, strategy).values())) < 4.5


@pytest.mark.long
@pytest.mark.skipif(not is_compiled(), reason="takes an hour in plain Python")
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_real_decks_shift_the_odds_by_less_than_0_05_percentage_points(strategy: str) -> None:
    """A card that a player holds is missing from its deck; the chain ignores this."""
    played = play_landings(10_000_000, 1, strategy == LEAVE, classic())
    run = long_run(classic(), strategy)
    off_by = [100 * abs(a - b) for a, b in zip(played.landings, run.landings, strict=True)]
    assert max(off_by) < 0.05


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_engine_matches_the_board_solved_by_hand(strategy: str) -> None:
    played = play_landings(10_000, 2, strategy == LEAVE, one_card_board())
    assert max(map(abs, off(played, one_card_board(), strategy).values())) < 5
    assert played.landings[13] == 0


def test_the_engine_matches_the_chain_for_a_single_turn_in_jail() -> None:
    board = remove_kept_cards(classic())
    played = play_landings(20_000, 3, False, board, jail_turns=1)
    assert max(map(abs, off(played, board, STAY, jail_turns=1).values())) < 5


def test_kept_cards_are_used_to_leave_jail_immediately() -> None:
    played = play_landings(5_000, 4, True, classic())
    assert played.landings[-1] > 0


def test_the_seed_determines_the_games() -> None:
    board = classic()
    first = play_landings(2_000, 1, True, board)
    assert first == play_landings(2_000, 1, True, board)
    assert first.landings != play_landings(2_000, 2, True, board).landings


def test_progress_is_reported_to_the_end() -> None:
    reported: list[int] = []
    play_landings(1_001, 1, True, classic(), progress=reported.append)
    assert reported == sorted(reported)
    assert reported[-1] == 1_001


def test_removing_kept_cards_changes_nothing_else() -> None:
    board = remove_kept_cards(classic())
    assert all(card.does != KEEP for card in board.cards)
    assert len(board.cards) == 32
    assert [space.name for space in board.spaces] == [space.name for space in classic().spaces]
    assert long_run(board, LEAVE) == long_run(classic(), LEAVE)


def test_too_few_rolls_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"rolls must be at least 50 \(got 49\)"):
        play_landings(49, 1, True, classic())
