"""`passgo play`: play a game in the terminal, with people and bots."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Final

from passgo.bots.characters import CHARACTERS, Character
from passgo.bots.ladder import BotError, read_bot, split_bots
from passgo.cli.bot_names import DEFAULT_BOT, check_bot, find_local_bots, is_ours, list_bots
from passgo.cli.errors import INTERRUPTED, UserError
from passgo.cli.options import (
    LARGEST_SEED,
    add_board_option,
    add_rule_options,
    check_file,
    decimal_number,
    read_board,
    read_rules,
    whole_number,
)
from passgo.cli.player_names import NAMES
from passgo.cli.positions import is_position, read_position_file
from passgo.cli.terminal.console import Console, EndOfInput
from passgo.cli.terminal.game_loop import PERSON, TerminalGame
from passgo.cli.terminal.name_matching import Unclear
from passgo.cli.terminal.players import BotPlayer, LeaveTable
from passgo.cli.terminal.save_file import read_saved_game, reopen_saved_game
from passgo.cli.terminal.screen import Screen, can_draw
from passgo.cli.text import sanitize
from passgo.engine.game import Game
from passgo.engine.refusal import PassGoError
from passgo.engine.ruleset import RuleSet, RuleSetError
from passgo.record import (
    TOKENS,
    RecordError,
    SeatEntry,
    SeededDice,
)
from passgo.record.decode import LONGEST_KIND
from passgo.spelling import join_words

LONGEST_NAME: Final = 20
FEWEST, MOST = 2, len(TOKENS)
TABLE_OF: Final = 4
"""The default number of players."""

DESCRIPTION: Final = (
    "Play a game in the terminal. The board is drawn if the window has at least 80\n"
    "columns and 24 rows. When input or output is piped, in a smaller window or with\n"
    "--plain, the game is played line by line. Set NO_COLOR to turn off colors.\n"
    'Type "help" at any time.'
)
EXAMPLES: Final = """\
examples:
  passgo play                                   you against three bots
  passgo play --bot hard                        against bots that look ahead
  passgo play --bot tilda,vera,otto             against three characters
  passgo play --players Ann,Bob,bot             Ann and Bob share the keyboard
  passgo play --rules short --save game.jsonl   the short game, saved after each action
  passgo play --resume game.jsonl               continue a saved game
  passgo play --position endgame.json           start from a position
  passgo play --plain                           line by line, for screen readers
  passgo play --minutes 60                      the time-limit game: the richest player wins
  passgo play --option free_parking_pot=on      with a house rule
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    group = parser.add_argument_group("game options")
    group.add_argument(
        "--players",
        metavar="LIST",
        help='comma-separated player names; write "bot" for each bot (default: Ann,bot,bot,bot)',
    )
    group.add_argument(
        "--humans",
        type=whole_number("--humans", 0),
        metavar="N",
        help="number of people at the keyboard (default: 1)",
    )
    group.add_argument(
        "--bots",
        type=whole_number("--bots", 0),
        metavar="N",
        help=f"number of bots (default: enough for {TABLE_OF} players)",
    )
    group.add_argument(
        "--bot",
        metavar="LIST",
        help=f"kind of bot, or comma-separated kinds for the bots in order: {list_bots()} "
        f"(default: {DEFAULT_BOT})",
    )
    add_rule_options(group)
    add_board_option(group)
    group.add_argument(
        "--position",
        metavar="FILE",
        help="starting position (default: the beginning of a game)",
    )
    group.add_argument(
        "--seed",
        type=whole_number("--seed", -LARGEST_SEED - 1, LARGEST_SEED),
        metavar="N",
        help="random seed for the dice and cards (default: a new one)",
    )
    group.add_argument(
        "--minutes",
        type=decimal_number("--minutes", "60"),
        metavar="N",
        help="minutes after which the game ends (default: no limit)",
    )
    group.add_argument(
        "--ask-rent-myself", action="store_true", help="don't ask for rent automatically"
    )
    group.add_argument(
        "--plain", action="store_true", help="play line by line, without a drawn board or colors"
    )
    group = parser.add_argument_group("saved games")
    group.add_argument(
        "--save", metavar="FILE", help="new file for the saved game, updated after each action"
    )
    group.add_argument("--resume", metavar="FILE", help="saved game to continue")


def run(args: argparse.Namespace) -> int:
    """Play until the game is over or everyone leaves."""
    find_local_bots()
    console = Screen() if can_draw() and not args.plain else Console()
    terminal = resume_game(console, args) if args.resume is not None else start_game(console, args)
    status = 0
    try:
        terminal.run(args.ask_rent_myself)
    except (EndOfInput, LeaveTable):
        pass
    except KeyboardInterrupt:
        console.say()
        status = INTERRUPTED
    except UserError:
        console.close()
        raise
    terminal.print_news()
    terminal.save_file.close()
    print_farewell(console, terminal)
    console.close()
    return status


def print_farewell(console: Console, terminal: TerminalGame) -> None:
    """Print which bots forfeited moves, and how to continue or replay the game."""
    for line in describe_forfeited_moves(terminal):
        console.say(line)
    path = None if terminal.save_file.path is None else sanitize(str(terminal.save_file.path), 200)
    if terminal.state.over:
        if path is not None:
            console.say(f"The game is saved in {path}. To replay it: passgo replay {path}")
    elif path is None:
        console.say("The game is unfinished and was not saved.")
    else:
        console.say(f"The game is unfinished. To continue it: passgo play --resume {path}")


def describe_forfeited_moves(terminal: TerminalGame) -> list[str]:
    """Return a line for each bot that forfeited moves, with its first error."""
    lines = []
    for number, outer in enumerate(terminal.driver.seats):
        inner = outer.bot.own if isinstance(outer.bot, BotPlayer) else None
        if inner is None or outer.faults + inner.faults == 0:
            continue
        first = (inner.reports or outer.reports)[0]
        who, forfeited = terminal.seats[number], outer.faults + inner.faults
        moves = "a move" if forfeited == 1 else f"{forfeited} moves"
        said = sanitize(f"turn {first.turn}, {first.asked}: {first.wrong}", 200)
        lines.append(f"{who.name} ({who.kind}) forfeited {moves}. First error: {said}")
    return lines


# -- a new game ------------------------------------------------------------------------------------


def start_game(console: Console, args: argparse.Namespace) -> TerminalGame:
    """Start a new game."""
    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    position = None if args.position is None else read_start(args, seed)
    seats = read_seats(args, None if position is None else len(position.state.players))
    for bot in read_bots(args):
        check_bot(bot)
    rules = read_table_rules(args) if position is None else position.state.rules
    board = read_board(args.board) if position is None else position.state.board
    start = None if position is None else position.position()
    if args.save is not None and os.path.lexists(args.save):
        raise UserError(
            f"{args.save} already exists: continue it with --resume {args.save}, or choose another name."
        )
    try:
        terminal = TerminalGame(console, seats, seed, rules, board, args.minutes, start=start)
        if args.save is not None:
            terminal.save_file.save(Path(args.save))
    except (RuleSetError, Unclear) as error:
        raise UserError(str(error)) from None
    print_welcome(console, terminal, args.minutes)
    return terminal


def read_start(args: argparse.Namespace, seed: int) -> Game:
    """Return the game in the file given by --position, with these dice."""
    given = [name for name in ("rules", "board") if getattr(args, name) is not None]
    if given or args.option:
        wrong = [*given, "option"][0]
        raise UserError(f"--position includes rules and a board: leave out --{wrong}.")
    game = read_position_file(args.position, seed)
    name = sanitize(args.position, 200)
    if game.state.over:
        raise UserError(f"The game in {name} is over.")
    if args.minutes is None and game.state.rules.time_limit:
        raise UserError(f"The game in {name} has a time limit: add --minutes 60.")
    if args.minutes is not None:
        check_minutes(args.minutes)
        if not game.state.rules.time_limit:
            raise UserError(f"The game in {name} has no time limit: leave out --minutes.")
    return game


def print_welcome(console: Console, terminal: TerminalGame, minutes: float | None) -> None:
    """Print the players and the rules."""
    people = [seat.name for seat in terminal.seats if seat.kind == PERSON]
    bots = [seat.name for seat in terminal.seats if seat.kind != PERSON]
    if len(people) == 1:
        console.say(f"Monopoly. You are {people[0]}.")
    elif people:
        console.say(f"Monopoly. {join_words(people, 'and')} are at the keyboard.")
    else:
        console.stop_asking()
        console.say("Monopoly, played by bots.")
    if bots:
        kinds = list(dict.fromkeys(seat.kind for seat in terminal.seats if seat.kind != PERSON))
        verb = "is a bot" if len(bots) == 1 else "are bots"
        console.say(f"{join_words(bots, 'and')} {verb} ({join_words(kinds, 'and')}).")
    for seat in terminal.seats:
        character = character_of(seat.kind)
        if character is not None:
            console.say(f"{seat.name} {character.about}.")
    rules, *changes = terminal.renderer.rules()
    console.say(f"{rules} Random seed: {terminal.seed}.")
    for line in changes:
        console.say(line)
    if minutes is not None:
        console.say(f"The game ends after {minutes:g} minutes.")
    if terminal.save_file.start is not None:
        console.say(f"The game starts from a position in round {terminal.state.round:,}.")
    if terminal.save_file.path is not None:
        console.say(terminal.save_file.where())
    if people:
        console.say('Type "help" to list commands. Press Enter to roll the dice or end your turn.')
    console.say()


def read_seats(args: argparse.Namespace, needed: int | None = None) -> list[SeatEntry]:
    """Return the seats that --players, or --humans and --bots, describe.

    A position needs a certain number of them.
    """
    if args.players is not None:
        if args.humans is not None or args.bots is not None:
            raise UserError("Use either --players, or --humans and --bots.")
        wanted = [name.strip() for name in args.players.split(",")]
    else:
        humans = 1 if args.humans is None else args.humans
        bots = max(0, (needed or TABLE_OF) - humans) if args.bots is None else args.bots
        if humans + bots > MOST:
            raise UserError(f"A game has at most {MOST} players (got {humans + bots})")
        wanted = [*NAMES[:humans], *["bot"] * bots]
    if not FEWEST <= len(wanted) <= MOST:
        raise UserError(f"A game has {FEWEST} to {MOST} players (got {len(wanted)})")
    if needed is not None and len(wanted) != needed:
        raise UserError(f"The position has {needed} players (got {len(wanted)})")
    people = [name for name in wanted if name.casefold() != "bot"]
    for name in people:
        check_name(name, people)
    taken = {name.casefold() for name in people}
    free = [name for name in NAMES if name.casefold() not in taken]
    kinds = cycle(read_bots(args))
    seats = []
    for token, name in zip(TOKENS, wanted, strict=False):
        if name.casefold() != "bot":
            seats.append(SeatEntry(name, token, PERSON))
            continue
        kind = next(kinds)
        character = character_of(kind)
        if character is None or character.name.casefold() in taken:
            seats.append(SeatEntry(free.pop(0), token, kind))
        else:
            taken.add(character.name.casefold())
            seats.append(SeatEntry(character.name, token, kind))
    return seats


def read_bots(args: argparse.Namespace) -> list[str]:
    """Return the bots that --bot names, or the default; they are repeated if there are more seats."""
    bots = [DEFAULT_BOT] if args.bot is None else split_bots(args.bot) or [""]
    for bot in bots:
        if len(bot) > LONGEST_KIND:
            raise UserError(f"--bot must have at most {LONGEST_KIND} characters (got {len(bot)})")
    return bots


def character_of(kind: str) -> Character | None:
    """Return the character that plays in a seat, or None."""
    try:
        return CHARACTERS.get(read_bot(kind)[0])
    except BotError:
        return None


def check_name(name: str, people: list[str]) -> None:
    """Raise `UserError` if a name cannot be typed in the game or is used by two players."""
    said = sanitize(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise UserError(f"A name must have 1 to {LONGEST_NAME} characters (got {said!r})")
    if not all(letter.isalnum() or letter in " .'-" for letter in name) or name.isdecimal():
        raise UserError(
            f"A name must consist of letters, digits, spaces, dots, apostrophes and hyphens, and "
            f"at least one character must not be a digit (got {said!r})"
        )
    if name.casefold() in ("bank", "the bank", "cancel"):
        raise UserError(f"No player can be called {said}: choose another name.")
    if [other.casefold() for other in people].count(name.casefold()) > 1:
        raise UserError(f"Two players are called {said}: give one of them another name.")


def read_table_rules(args: argparse.Namespace) -> RuleSet:
    """Return the game's rule set; with --minutes, the default is the time-limit preset."""
    minutes: float | None = args.minutes
    if minutes is not None:
        check_minutes(minutes)
    if args.rules == "time_limit" and minutes is None:
        raise UserError("--rules time_limit needs a time limit: add --minutes 60.")
    try:
        return (
            read_rules(args) if minutes is None else read_rules(args, "time_limit", time_limit=True)
        )
    except RuleSetError as error:
        raise UserError(str(error)) from None


def check_minutes(minutes: float) -> None:
    """Raise `UserError` if a game cannot be this long."""
    if not 0 < minutes <= 60 * 24 * 7:
        raise UserError(f"--minutes must be more than 0 and at most a week (got {minutes:g})")


# -- a saved game ----------------------------------------------------------------------------------


def resume_game(console: Console, args: argparse.Namespace) -> TerminalGame:
    """Continue a saved game, in the same file."""
    given = [
        name
        for name in ("players", "humans", "bots", "rules", "board", "position", "seed", "save")
        if getattr(args, name) is not None
    ]
    if given or args.option:
        wrong = [*given, "option"][0]
        raise UserError(
            f"--resume takes the players, rules and dice from the file: leave out --{wrong}."
        )
    check_file(args.resume, "saved game")
    path = Path(args.resume)
    if is_position(args.resume):
        raise UserError(f"{path} is a position, not a saved game: use --position {path}.")
    try:
        record, whole = read_saved_game(console, path)
        dice = record.header.dice
        if not isinstance(dice, SeededDice):
            raise UserError(f"{path} was not saved by passgo play: its dice have no seed.")
        if args.minutes is not None and not record.header.rules.time_limit:
            raise UserError("The saved game has no time limit: leave out --minutes.")
        seats = restore_seats(record.header.players, path, args)
        file, recorder = reopen_saved_game(record, path, whole)
    except RecordError as error:
        where = f"{path}, line {error.line}" if error.line else f"{path}"
        raise UserError(f"{where}: {error.sentence}") from None
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}.") from None
    except PassGoError as error:
        raise UserError(f"{path}: {error}") from None
    if sys.stdout.isatty():  # hard bots decide again, which takes a while
        print(f"Replaying {len(record.actions):,} actions…", flush=True)
    header = record.header
    terminal = TerminalGame(
        console,
        seats,
        dice.seed,
        header.rules,
        header.board,
        args.minutes,
        record,
        header.start,
    )
    terminal.save_file.keep(recorder, file, path)
    print_welcome(console, terminal, args.minutes)
    return terminal


def restore_seats(
    players: Sequence[SeatEntry], path: Path, args: argparse.Namespace
) -> list[SeatEntry]:
    """Return a saved game's seats; custom bots run only if --bot names them again."""
    strange = [one.kind for one in players if one.kind != PERSON and not is_ours(one.kind)]
    if args.bot is None and strange:
        raise UserError(
            f"The game in {path} was played by {sanitize(strange[0])}, which is not a built-in bot. "
            "Use --bot to name that bot again (if you trust it) or a replacement."
        )
    if args.bot is not None and not strange:
        raise UserError("--resume takes the bots from the file: leave out --bot.")
    kinds = cycle(read_bots(args))
    seats = [replace(one, kind=next(kinds)) if one.kind in strange else one for one in players]
    for seat in seats:
        if seat.kind != PERSON:
            check_bot(seat.kind)
    return seats
