"""The report of a tournament: one HTML page."""

from __future__ import annotations

import math
from collections.abc import Sequence

from passgo.sim.charts import Bar, dots, percent
from passgo.sim.formatting import interval, rating_text, rules_text
from passgo.sim.page import Cell, Rows, render_page
from passgo.sim.ratings import ENOUGH, Rating
from passgo.sim.tournament import FAIR, SEATS, Pairing, Tournament, TournamentSettings, few_dice

__all__ = ["clock_note", "few_dice_note", "tournament_notes", "tournament_page"]


def tournament_page(tournament: Tournament, found: Sequence[Rating]) -> str:
    """Write the report of a tournament: ratings, the table of all pairings, and their counts."""
    settings = tournament.settings
    played = sum(pairing.played for pairing in tournament.pairings)
    unfinished = sum(pairing.unfinished for pairing in tournament.pairings)
    order = [rating.bot for rating in found]
    return render_page(
        "tournament.html",
        title="Tournament",
        facts=[
            ("bots", str(len(settings.bots))),
            ("games", f"{played:,}"),
            ("unfinished", percent(unfinished / max(1, played))),
        ],
        done=tournament.done,
        rating_chart=_rating_chart(found),
        notes=tournament_notes(tournament),
        matrix=_matrix_rows(tournament, order),
        pairings=_pairing_rows(tournament, order),
    )


def _rating_chart(found: Sequence[Rating]) -> str:
    rows = [Bar(one.bot, one.value, rating_text(one), one.low, one.high) for one in found]
    about = "The rating of each bot with its 95% interval; the mean of all bots is 1500."
    return dots("Ratings", about, rows, lambda value: f"{value:.0f}", 1500.0)


def _matrix_rows(tournament: Tournament, order: Sequence[str]) -> Rows:
    rows: list[tuple[str, list[str | Cell]]] = []
    for bot in order:
        cells: list[str | Cell] = []
        for rival in order:
            if rival == bot:
                cells.append("")
                continue
            pairing = tournament.pairing(bot, rival)
            share = pairing.share
            much = (share.value - FAIR) / (1 - FAIR if share.value > FAIR else FAIR)
            mark = " *" if pairing.slow else ""
            known = pairing.played > 0
            cells.append(
                Cell(
                    percent(share.value) + mark,
                    interval(share) if known else "not played",
                    much if known and share.clear_of(FAIR) else 0.0,
                )
            )
        rows.append((bot, cells))
    caption = (
        "How many of all games the bot of the row won alone against three of the bot of the column. "
        f"{percent(FAIR, 0)} would be its fair share; what is clear of it is shaded."
    )
    if any(pairing.slow for pairing in tournament.pairings):
        caption += " * fewer games, because one takes long."
    return Rows(caption, ["one of", *[f"3 × {bot}" for bot in order]], rows)


def _pairing_rows(tournament: Tournament, order: Sequence[str]) -> Rows:
    pairs = [(bot, rival) for bot in order for rival in order if bot != rival]
    rows = [(bot, [rival, *_pairing_cells(tournament.pairing(bot, rival))]) for bot, rival in pairs]
    head = [
        "one of",
        "three of",
        "games",
        "won",
        "lost",
        "shared",
        "unfinished",
        "ms a game",
        "moves lost",
    ]
    return Rows("Games won, lost, shared and unfinished, apart.", head, rows)


def _pairing_cells(pairing: Pairing) -> list[str | Cell]:
    counts = (pairing.played, pairing.wins, pairing.losses, pairing.shared, pairing.unfinished)
    each = 1000 * pairing.seconds / pairing.played if pairing.played else math.nan
    lost = pairing.faults + pairing.rival_faults
    return [
        *[f"{count:,}" for count in counts],
        f"{each:,.1f}" if pairing.played else "–",
        Cell(f"{lost:,}", pairing.first_fault),
    ]


def tournament_notes(tournament: Tournament) -> list[str]:
    """Say how a tournament was played and counted."""
    settings = tournament.settings
    slow = sum(pairing.slow for pairing in tournament.pairings)
    notes = [
        f"Seed {settings.seed}, rules: {rules_text(settings.rules)}. {settings.games:,} games a pairing. "
        f"A game that is not over after {settings.rounds:,} rounds is unfinished: nobody won it.",
        "Shares are of all games, with a 95% interval that takes games with the same dice together.",
        "The rating is the maximum-likelihood fit of the Bradley–Terry model to the order in which "
        "different bots came in, over all tables: 400 points mean coming in ahead ten times as often as "
        "behind. Bots still in an unfinished game share its first place. The intervals come from a "
        "bootstrap over dice numbers; a limit that the games cannot determine is left open.",
    ]
    if few_dice(tournament):
        notes.append(few_dice_note())
    if not tournament.reproducible:
        notes.append(clock_note(settings))
    if slow:
        notes.insert(
            1,
            f"{slow} {'pairing is' if slow == 1 else 'pairings are'} marked: a game took long, so "
            f"that {settings.slow_games:,} were played.",
        )
    return notes


def few_dice_note() -> str:
    """Say why ratings have no limits after few games."""
    return (
        f"A rating from fewer than {ENOUGH} dice numbers, {ENOUGH * SEATS} games a pairing, has no limits: "
        "so few games show too little."
    )


def clock_note(settings: TournamentSettings) -> str:
    """Say that a clock decided too."""
    return f"Not reproducible: bots had {settings.seconds:g} s a move, and clocks differ from run to run."
