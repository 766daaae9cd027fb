"""A tournament report as an HTML page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from passgo.sim.charts import Bar, dots, percent
from passgo.sim.forfeits import Forfeits, mark_name, merge_forfeits
from passgo.sim.formatting import (
    copies_text,
    copy_count,
    fair_text,
    interval,
    rating_text,
    rules_text,
)
from passgo.sim.page import Cell, Rows, forfeit_rows, render_page
from passgo.sim.pairings import Pairing, Tournament, TournamentSettings, few_dice
from passgo.sim.ratings import ENOUGH, Rating

__all__ = ["clock_note", "few_dice_note", "tournament_notes", "tournament_page"]


def tournament_page(tournament: Tournament, found: Sequence[Rating]) -> str:
    """Return the report on a tournament: ratings, the table of all pairings, and their counts."""
    settings = tournament.settings
    played = sum(pairing.played for pairing in tournament.pairings)
    unfinished = sum(pairing.unfinished for pairing in tournament.pairings)
    order = [rating.bot for rating in found]
    forfeits = tournament.forfeits()
    return render_page(
        "tournament.html",
        title="Tournament",
        count=copy_count(settings.players),
        copies=copies_text(settings.players),
        facts=[
            ("bots", str(len(settings.bots))),
            ("players", str(settings.players)),
            ("games", f"{played:,}"),
            ("unfinished", percent(unfinished / max(1, played))),
        ],
        done=tournament.done,
        forfeits=forfeit_rows(forfeits),
        rating_chart=_rating_chart(found),
        notes=tournament_notes(tournament),
        matrix=_matrix_rows(tournament, order, forfeits),
        pairings=_pairing_rows(tournament, order),
    )


def _rating_chart(found: Sequence[Rating]) -> str:
    rows = [Bar(one.bot, one.value, rating_text(one), one.low, one.high) for one in found]
    about = "Each bot's rating with its 95% interval; the mean of all ratings is 1500."
    return dots("Ratings", about, rows, lambda value: f"{value:.0f}", 1500.0)


def _matrix_rows(
    tournament: Tournament, order: Sequence[str], forfeits: Mapping[str, Forfeits]
) -> Rows:
    rows: list[tuple[str, list[str | Cell]]] = []
    for bot in order:
        cells: list[str | Cell] = []
        for rival in order:
            if rival == bot:
                cells.append("")
                continue
            pairing = tournament.pairing(bot, rival)
            share = pairing.share
            fair = pairing.fair
            much = (share.value - fair) / (1 - fair if share.value > fair else fair)
            mark = " *" if pairing.slow else ""
            known = pairing.played > 0
            cells.append(
                Cell(
                    percent(share.value) + mark,
                    interval(share) if known else "not played",
                    much if known and share.clear_of(fair) else 0.0,
                )
            )
        rows.append((mark_name(bot, forfeits[bot]), cells))
    players = tournament.settings.players
    caption = (
        "Share of games that one bot (row) won outright against "
        f"{copies_text(players)}another (column). "
        f"{fair_text(players)} is a fair share; cells whose interval excludes it are shaded."
    )
    if any(pairing.slow for pairing in tournament.pairings):
        caption += " * = fewer games, because they are slow."
    times = "" if players == 2 else f"{players - 1} × "
    return Rows(caption, ["one bot", *[f"{times}{bot}" for bot in order]], rows)


def _pairing_rows(tournament: Tournament, order: Sequence[str]) -> Rows:
    players = tournament.settings.players
    pairs = [(bot, rival) for bot in order for rival in order if bot != rival]
    rows = [(bot, [rival, *_pairing_cells(tournament.pairing(bot, rival))]) for bot, rival in pairs]
    head = [
        "one bot",
        "against" if players == 2 else f"against {copy_count(players)} of",
        "games",
        "won",
        "lost",
        "shared",
        "unfinished",
        "ms per game",
        "moves forfeited",
    ]
    return Rows("Outcomes of all games, by pairing.", head, rows)


def _pairing_cells(pairing: Pairing) -> list[str | Cell]:
    counts = (pairing.played, pairing.wins, pairing.losses, pairing.shared, pairing.unfinished)
    each = 1000 * pairing.seconds / pairing.played if pairing.played else math.nan
    forfeits = merge_forfeits((pairing.forfeits, pairing.rival_forfeits))
    return [
        *[f"{count:,}" for count in counts],
        f"{each:,.1f}" if pairing.played else "–",
        Cell(f"{forfeits.moves:,}", forfeits.first),
    ]


def tournament_notes(tournament: Tournament) -> list[str]:
    """Describe how a tournament was played and evaluated."""
    settings = tournament.settings
    slow = sum(pairing.slow for pairing in tournament.pairings)
    notes = [
        f"Seed {settings.seed}, rules: {rules_text(settings.rules)}. {settings.games:,} games per pairing. "
        f"A game that is not over after {settings.rounds:,} rounds is unfinished and has no winner.",
        "Shares are based on all games. Their 95% intervals account for the fact that games with the same "
        "dice number use the same dice rolls.",
        "Ratings come from a maximum-likelihood fit of the Bradley–Terry model to how different bots "
        "finished relative to each other at all tables. A bot that is 400 points above another finishes "
        "ahead of it ten times as often as behind it. Bots still in an unfinished game share first place. "
        "The intervals come from a bootstrap over dice numbers; an endpoint that cannot be determined from "
        "the games is shown as an ellipsis.",
    ]
    if few_dice(tournament):
        notes.append(few_dice_note(settings))
    if not tournament.reproducible:
        notes.append(clock_note(settings))
    if slow:
        notes.insert(
            1,
            f"{slow} {'pairing is marked with *: its' if slow == 1 else 'pairings are marked with *: their'} "
            f"games are slow, so only {settings.slow_games:,} were played{'' if slow == 1 else ' in each'}.",
        )
    return notes


def few_dice_note(settings: TournamentSettings) -> str:
    """Explain why ratings based on too few games have no interval."""
    return (
        f"A rating has an interval only if it is based on at least {ENOUGH} dice numbers, which "
        f"takes {ENOUGH * settings.players} games per pairing."
    )


def clock_note(settings: TournamentSettings) -> str:
    """Explain why the results are not reproducible."""
    return f"Not reproducible: bots had a time limit of {settings.seconds:g} s per move."
