"""Commands that do not change the game, such as help, board, deeds, why and rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from passgo.citations import CITATIONS
from passgo.cli.errors import UserError
from passgo.cli.rulebook import find_rule, has_words
from passgo.cli.terminal.bot_reasons import BotReasons
from passgo.cli.terminal.name_matching import Unclear, find_matches, parse_amount, pick
from passgo.cli.terminal.parser import Query
from passgo.cli.terminal.render import Renderer, format_rule
from passgo.cli.terminal.trade_parser import deed_names
from passgo.cli.terminal.verbs import QUERIES, VERBS, Verb, find_verb
from passgo.engine.game import Game
from passgo.engine.options import Choice, Option
from passgo.engine.raise_money import raise_plan
from passgo.say import Lexicon, NarrationLine

MOST_RULES: Final = 8
STORY_LINES: Final = 20


class QueryHandler:
    """A handler for the commands that do not change the game."""

    def __init__(
        self,
        game: Game,
        renderer: Renderer,
        lexicon: Lexicon,
        history: Sequence[NarrationLine],
        reasons: BotReasons,
        width: int,
    ) -> None:
        self.game = game
        self.renderer = renderer
        self.lexicon = lexicon
        self.history = history
        self.reasons = reasons
        self.width = width
        """The number of columns for paragraphs of the rulebook."""

    def answer(self, query: Query, seat: int) -> list[str]:
        """Return the answer to a query as lines."""
        if query.name == "help":
            return self.help_with(query.text) if query.text else self.help(seat)
        if query.name == "deeds":
            return self.deeds(query.text, seat)
        if query.name == "why":
            return self.why(query.text, seat)
        if query.name == "story":
            return self.story(query.text)
        if query.name == "rules":
            return self.rules(query.text)
        if query.text:
            raise Unclear(f'Type only "{query.name}", with nothing after it.')
        if query.name == "board":
            return self.renderer.board()
        if query.name == "me":
            return [self.renderer.player(seat), *self.renderer.deeds(seat)]
        if query.name == "players":
            return self.renderer.players()
        assert query.name == "offers", query
        return self.renderer.offers()

    def deeds(self, text: str, seat: int) -> list[str]:
        """Describe a player's deeds, or one deed."""
        if not text:
            return self.renderer.deeds(seat)
        players = dict(enumerate(self.lexicon.names))
        found = find_matches(text, players)
        if len(found) == 1:
            return self.renderer.deeds(found[0])
        names = deed_names(self.game.state)
        return self.renderer.deed(pick(text, names, [], "player or property"))

    def why(self, text: str, seat: int) -> list[str]:
        """Return the rules behind one of the last lines, or a bot's reason."""
        back = parse_amount(text) if text else 1
        players = find_matches(text, dict(enumerate(self.lexicon.names))) if back is None else []
        if len(players) == 1:
            other = players[0]
            if not self.renderer.bots[other]:
                return [
                    f"{self.lexicon.names[other]} isn't a bot, and only bots give reasons for their "
                    f"actions."
                ]
            return self.reasons.explain_last(other, seat)
        if back is None or not 1 <= back <= max(1, len(self.history)):
            raise Unclear(
                f'"why" takes a bot\'s name, or a number from 1 (the last line) to '
                f'{max(1, len(self.history)):,}: type "why 2", for example.'
            )
        if not self.history:
            return ["Nothing has happened yet."]
        line = self.history[-back]
        explained = self.renderer.explain(line.cites, self.width)
        return [line.text, *self.reasons.explain_line(line), *explained]

    def story(self, text: str) -> list[str]:
        """Return the last lines of the story."""
        count = parse_amount(text) if text else STORY_LINES
        if count is None or count < 1:
            raise Unclear('"story" takes a number of lines: type "story 50", for example.')
        return [line.text for line in self.history[-count:]] or ["Nothing has happened yet."]

    def rules(self, text: str) -> list[str]:
        """Return this game's rules, a rule with its paragraph, or the rules that mention words."""
        if not text:
            return self.renderer.rules()
        try:
            found = [find_rule(text)]
        except UserError:
            known = CITATIONS.values()
            found = [rule for rule in known if has_words(rule, text)]
        if not found:
            raise Unclear('No rule mentions that: try a different word, as in "rules rent".')
        if len(found) == 1:
            return self.renderer.explain([found[0].key], self.width)
        words = self.renderer.words
        lines = [format_rule(rule.key, words) for rule in found[:MOST_RULES]]
        if len(found) > MOST_RULES:
            hidden = len(found) - MOST_RULES
            lines.append(f"Rules not shown: {hidden}. Type more words to narrow the search.")
        return lines

    # -- help --------------------------------------------------------------------------------------

    def help(self, seat: int) -> list[str]:
        """List the commands: those available now, those always available, and the rest."""
        now: dict[str, list[str]] = {}
        for option in merge_offers(self.game.options(seat)):
            verb = find_verb_for(option)
            now.setdefault(verb.word, []).append(self.renderer.option(option))
        if raise_plan(self.game.state, seat) is not None:
            now["raise"] = [find_verb("raise").does]
        lines = ["Right now:"]
        lines += [f"{format_verb(v)}: {' '.join(now[v.word])}" for v in VERBS if v.word in now]
        lines.append(f"At any time: {', '.join(QUERIES)}.")
        rest = [v.word for v in VERBS if v.word not in now and v.word not in QUERIES]
        lines.append(f"At other times: {', '.join(rest)}.")
        lines.append(
            'Press Enter to roll the dice or end your turn. Type "help rent" for help with rent.'
        )
        others = [
            self.lexicon.names[n]
            for n, bot in enumerate(self.renderer.bots)
            if not bot and n != seat
        ]
        if others:
            name = others[0]
            lines.append(
                f'To act for another person, type their name first: "{name}: build Boardwalk".'
            )
        return lines

    def help_with(self, text: str) -> list[str]:
        """Describe one command."""
        verb = find_verb(text)
        return [f"{format_verb(verb)}: {verb.does}", f"Usage: {verb.usage}."]


def find_verb_for(option: Option) -> Verb:
    """Return the command for an option."""
    return next(verb for verb in VERBS if option.action in verb.actions.split())


def format_verb(verb: Verb) -> str:
    """Format a command with its short forms."""
    shorts = " or ".join(verb.shorts.split())
    return f"{verb.word} ({shorts})" if shorts else verb.word


def merge_offers(options: Sequence[Option]) -> list[Option]:
    """Merge the options for different partners into one option for trading and one for asking."""
    merged: dict[str, list[Choice]] = {}
    kept: list[Option] = []
    for option in options:
        if option.action not in ("OfferTrade", "AskForOffer"):
            kept.append(option)
            continue
        names = ("partner", "space") if option.action == "AskForOffer" else ("partner",)
        if option.action not in merged:
            merged[option.action] = [Choice(name, []) for name in names]
            kept.append(Option(option.action, option.seat, merged[option.action]))
        for choice, more in zip(merged[option.action], option.choices, strict=False):
            choice.values = list(dict.fromkeys([*(choice.values or []), *(more.values or [])]))
    return kept
