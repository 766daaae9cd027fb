"""`passgo tournament`: have every bot play against every other bot, and rate them.

With `--json`, the command prints one object:

    settings     bots, players, games, slow_games, slow_over, seed, rules, rounds, seconds (per move,
                 or null)
    done         whether all games have been played
    reproducible false if a bot had a time limit
    ratings      a list, best first: bot, value, low, high; an endpoint is null if it is unknown, as
                 with fewer than ten dice numbers
    pairings     a list: one bot against copies of a rival
      bot, rivals
      played, won, lost, shared, unfinished    numbers of games; won and lost count only games with
                                               one winner
      share, low, high                         share of all games that the bot won outright, with
                                               its 95% confidence interval, computed over dice
                                               numbers
      slow                                     whether the pairing's games are slow
      seconds                                  per game on one core, including worker startup;
                                               the only figure that varies from run to run
      faults, rival_faults, first_fault        numbers of moves forfeited, and the first error
      faulty_games, rival_faulty_games         numbers of games in which moves were forfeited
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Final

import msgspec

from passgo.bots.ladder import make_bot, split_bots
from passgo.cli import simulation_options
from passgo.cli.bot_names import find_local_bots, list_bots
from passgo.cli.errors import INTERRUPTED, UserError
from passgo.cli.options import add_number, decimal_number, read_rules, whole_number
from passgo.cli.pairing_runs import check_origin, describe_stop, play_pairings
from passgo.cli.text import print_line
from passgo.engine.refusal import PassGoError
from passgo.sim.forfeits import ForfeitError, mark_name
from passgo.sim.formatting import copies_text, fair_text, rating_text
from passgo.sim.labels import distinct_labels, legend_lines
from passgo.sim.origin import origin
from passgo.sim.page import write_page
from passgo.sim.pairings import (
    PLAYERS,
    Pairing,
    Tournament,
    TournamentSettings,
    few_dice,
    load,
    lock_state,
    new_tournament,
    ratings,
    save,
)
from passgo.sim.plan import make_plan
from passgo.sim.play_tournament import GAMES, SLOW_GAMES, round_up_games
from passgo.sim.ratings import Rating, check_library
from passgo.sim.tournament_page import clock_note, few_dice_note, tournament_page

DESCRIPTION: Final = "Have every bot play against every other bot, and rate them."
EXAMPLES: Final = f"""\
examples:
  passgo tournament --bots easy,normal                         two bots, {GAMES:,} games each way
  passgo tournament --bots normal,my_bots:Hoarder --games 400  your own bot, a class in my_bots.py
  passgo tournament --bots easy,simple,normal --players 2      one against one
  passgo tournament --bots easy,simple,normal --out report.html
  passgo tournament --bots easy,simple,normal --out report.html --resume

In each pairing, one bot plays against copies of another, taking every seat in turn; all pairings
use the same dice. If the number of games is not a multiple of the number of players, the last dice
are used for fewer seats. The results depend on the bots, the rules and the seed, not on the
number of processes. There is one exception: if a pairing's games are slow on your machine, only the
number of games set by --slow-games is played, and the report marks the pairing.
"""
_LONGEST_LABEL: Final = 19
"""The maximum number of characters in the label of a bot."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    group = parser.add_argument_group("game options")
    simulation_options.add_bots_option(
        group, f"two or more bots, separated by commas: {list_bots()}", required=True
    )
    group.add_argument(
        "--players",
        type=whole_number("--players", 2, 8),
        metavar="N",
        default=PLAYERS,
        help="number of players in a game: one bot, and copies of another (default: %(default)s)",
    )
    simulation_options.add_game_options(
        group, None, f"number of games per pairing {rounded(GAMES)}"
    )
    add_number(
        group,
        "--slow-games",
        f"number of games to play if a pairing's games are slow {rounded(SLOW_GAMES)}",
        None,
        least=1,
    )
    group.add_argument(
        "--slow-over",
        type=decimal_number("--slow-over", "0.5"),
        metavar="SECONDS",
        default=1.0,
        help="number of seconds after which a game counts as slow (default: 1)",
    )
    simulation_options.add_run_options(
        parser,
        "HTML report to write (a name ending in .html); progress is saved alongside it in FILE.state",
        "resume the tournament saved in FILE.state",
    )


def rounded(games: int) -> str:
    """Describe a default number of games, for an option's help."""
    return f"(default: {games}, rounded up to a multiple of --players)"


def run(args: argparse.Namespace) -> int:
    """Play the tournament, and print the results."""
    find_local_bots()
    if args.resume and args.out is None:
        raise UserError("--resume needs the report's file name: add --out FILE.html.")
    state = None if args.out is None else Path(args.out + ".state")
    try:
        if args.out is not None:
            simulation_options.check_report_path(Path(args.out))
        check_library()
        settings = read_settings(args)
        for bot in settings.bots:
            make_bot(bot)
        with nullcontext() if state is None else lock_state(state):
            tournament = begin(settings, state, args.resume)
            saver = None if state is None else partial(save, tournament, state)
            whole = play_pairings(
                args, tournament, saver, lambda pairing: f"{pairing.bot} vs. {pairing.rivals}"
            )
            show(args, tournament)
    except ForfeitError as error:
        return simulation_options.report_forfeit(error)
    except PassGoError as error:
        raise UserError(str(error)) from None
    if whole:
        return 0
    print(describe_stop(tournament, state is not None), file=sys.stderr)
    return INTERRUPTED


def read_settings(args: argparse.Namespace) -> TournamentSettings:
    """Return the tournament's settings."""
    plan = make_plan(["any", "any"], rules=read_rules(args))
    chosen = simulation_options.read_game_settings(args)
    chosen["games"] = args.games or round_up_games(GAMES, args.players)
    return TournamentSettings(
        bots=tuple(split_bots(args.bots)),
        players=args.players,
        slow_games=args.slow_games or round_up_games(SLOW_GAMES, args.players),
        slow_over=args.slow_over,
        rules=plan.rules,
        **chosen,
    )


def begin(settings: TournamentSettings, state: Path | None, resume: bool) -> Tournament:
    """Begin a tournament, or continue the saved one."""
    made_by = origin(settings.bots)
    if state is None or not state.exists():
        return new_tournament(settings, made_by)
    if not resume:
        raise UserError(
            f"{state} already contains a tournament: continue it with --resume, or delete the file."
        )
    found = load(state)
    before, now = found.settings.players, settings.players
    if before != now:
        raise UserError(
            f"{state} contains a tournament with {before} players, not {now}: use "
            f"--players {before}, or choose a different file for --out."
        )
    if found.settings != settings:
        raise UserError(
            f"{state} contains a tournament with different settings: use the same options, or "
            "choose a different file for --out."
        )
    check_origin(state, found.origin, made_by)
    return found


# -- output ----------------------------------------------------------------------------------------


def show(args: argparse.Namespace, tournament: Tournament) -> None:
    """Print the results, and write the report if --out is given."""
    found = ratings(tournament)
    simulation_options.print_forfeits(args, tournament.forfeits())
    if args.json:
        text = msgspec.json.format(msgspec.json.encode(to_data(tournament, found)), indent=2)
        print(text.decode())
    else:
        for line in [*matrix_lines(tournament, found), "", *rating_lines(tournament, found)]:
            print_line(line)
    if args.out is not None:
        write_page(Path(args.out), tournament_page(tournament, found))
        print(f"Report written to {args.out}.", file=sys.stderr)


def matrix_lines(tournament: Tournament, found: Sequence[Rating]) -> list[str]:
    """Format the share of games that each bot wins against copies of every other bot."""
    players = tournament.settings.players
    order = [rating.bot for rating in found]
    labels = bot_labels(tournament)
    lines = [
        "Percentage of games won by one bot (row) against "
        f"{copies_text(players)}another (column), with",
        f"its 95% interval. {fair_text(players)} is a fair share. * = fewer games, because they are slow",
        "",
        " " * 26 + "".join(f"{at:>12}" for at in range(1, len(order) + 1)),
    ]
    for at, bot in enumerate(order, 1):
        cells = ["-" if bot == rival else cell(tournament.pairing(bot, rival)) for rival in order]
        lines.append(f"{at:>3} {labels[bot]:<22}" + "".join(f"{text:>12}" for text in cells))
    return lines


def bot_labels(tournament: Tournament) -> dict[str, str]:
    """Shorten the bots' names, and mark the bots that forfeited moves."""
    labels = distinct_labels(tournament.settings.bots, _LONGEST_LABEL)
    forfeits = tournament.forfeits()
    return {bot: mark_name(labels[bot], forfeits[bot]) for bot in labels}


def cell(pairing: Pairing) -> str:
    """Format a pairing's share and its interval."""
    if pairing.played == 0:
        return "not played"
    share = pairing.share
    limits = f"{100 * share.low:.0f}-{100 * share.high:.0f}"
    return f"{100 * share.value:.1f} {limits}{'*' if pairing.slow else ''}"


def rating_lines(tournament: Tournament, found: Sequence[Rating]) -> list[str]:
    """Format the ratings, and the outcomes of each bot's games against copies of another."""
    lines = [
        f"{'rating (mean 1500)':<26}{'95% interval':>22}"
        f"{'won':>8}{'lost':>8}{'shared':>8}{'unfin.':>8}{'ms':>8}"
    ]
    labels = bot_labels(tournament)
    for at, rating in enumerate(found, 1):
        own = [one for one in tournament.pairings if one.bot == rating.bot]
        games = max(1, sum(one.played for one in own))
        counts = [
            sum(getattr(one, name) for one in own)
            for name in ("wins", "losses", "shared", "unfinished")
        ]
        each = 1000 * sum(one.seconds for one in own) / games
        lines.append(
            f"{at:>3} {labels[rating.bot]:<22}{rating_text(rating):>22}"
            + "".join(f"{count:>8,}" for count in counts)
            + f"{each:>8,.1f}"
        )
    if legend := legend_lines(tournament.settings.bots, _LONGEST_LABEL):
        lines += ["", *legend]
    lines += [
        "",
        "won, lost, shared, unfinished: this bot's games against "
        f"{copies_text(tournament.settings.players)}another",
        "ms: milliseconds per game",
    ]
    lines += wrap(few_dice_note(tournament.settings), 80) if few_dice(tournament) else []
    lines += [] if tournament.reproducible else wrap(clock_note(tournament.settings), 80)
    return lines


def to_data(tournament: Tournament, found: Sequence[Rating]) -> dict[str, object]:
    """Return all results as plain data, in the format described at the top of this module."""
    return {
        "settings": tournament.settings,
        "done": tournament.done,
        "reproducible": tournament.reproducible,
        "ratings": found,
        "pairings": [pairing_to_data(pairing) for pairing in tournament.pairings],
    }


def pairing_to_data(pairing: Pairing) -> dict[str, object]:
    """Return a pairing as plain data."""
    share = pairing.share
    return {
        "bot": pairing.bot,
        "rivals": pairing.rivals,
        "played": pairing.played,
        "won": pairing.wins,
        "lost": pairing.losses,
        "shared": pairing.shared,
        "unfinished": pairing.unfinished,
        "share": share.value,
        "low": share.low,
        "high": share.high,
        "slow": pairing.slow,
        "seconds": pairing.seconds / pairing.played if pairing.played else None,
        "faults": pairing.forfeits.moves,
        "rival_faults": pairing.rival_forfeits.moves,
        "faulty_games": pairing.forfeits.games,
        "rival_faulty_games": pairing.rival_forfeits.games,
        "first_fault": pairing.forfeits.first or pairing.rival_forfeits.first,
    }
