"""The commands in a terminal game."""

from __future__ import annotations

from typing import Final, NamedTuple

from passgo.cli.terminal.name_matching import Unclear
from passgo.cli.text import sanitize
from passgo.spelling import did_you_mean, join_words

USAGE: Final = "trade Bob give Baltic 50 get Reading"
ASK_USAGE: Final = "ask Bob for Reading"


class Verb(NamedTuple):
    """A command: its word, short forms, usage, effect and actions."""

    word: str
    shorts: str
    usage: str
    does: str
    actions: str = ""


VERBS: Final = (
    Verb("roll", "t throw", "roll", "Rolls the dice.", "Roll"),
    Verb("done", "d end", "done", "Ends your turn.", "EndTurn"),
    Verb("buy", "b", "buy", "Buys the property you landed on.", "Buy"),
    Verb("auction", "a", "auction", "Lets everyone bid for the property instead.", "Decline"),
    Verb(
        "bid",
        "",
        "bid 120, or bid 120 on Baltic when a building is up for auction",
        "Raises the bid.",
        "Bid BidForBuilding",
    ),
    Verb("pass", "p", "pass", "Leaves the auction, or ends your turn.", "PassBid"),
    Verb(
        "rent",
        "r",
        "rent, rent Baltic, rent always on, rent always off",
        "Asks for the rent you are owed, or turns automatic rent on or off.",
        "AskForRent AlwaysAskForRent",
    ),
    Verb("tax", "", "tax flat, tax share", "Chooses how you pay the income tax.", "ChooseTax"),
    Verb("fine", "f", "fine", "Pays the fine to leave Jail before you roll.", "PayFine"),
    Verb("card", "c", "card", "Uses your card to leave Jail before you roll.", "UseCard"),
    Verb(
        "build",
        "",
        "build Baltic, build Baltic 2, build brown",
        "Builds on a property, or once on every property in a group.",
        "Build",
    ),
    Verb(
        "sell",
        "s",
        "sell Baltic, sell Baltic 2, sell group brown",
        "Sells a building for half its price, or all buildings in a group.",
        "SellBuilding SellGroupBuildings",
    ),
    Verb(
        "mortgage", "m", "mortgage Baltic", "Mortgages a property for half its price.", "Mortgage"
    ),
    Verb(
        "unmortgage",
        "l lift",
        "unmortgage Baltic",
        "Pays off a mortgage, with 10% interest.",
        "Unmortgage InheritDeed",
    ),
    Verb("keep", "k", "keep", "Keeps the mortgage on a property you receive.", "InheritDeed"),
    Verb(
        "demand",
        "w",
        "demand 2",
        "States how many buildings you want during a shortage.",
        "StateDemand",
    ),
    Verb(
        "trade",
        "offer",
        f"trade, trade Bob, {USAGE}",
        "Offers a trade. If you leave out the terms, the game asks for them.",
        "OfferTrade",
    ),
    Verb(
        "ask",
        "",
        ASK_USAGE,
        "Asks a player for an offer that includes a property of yours or theirs.",
        "AskForOffer",
    ),
    Verb(
        "accept",
        "",
        "accept 3, accept 3 unmortgage Reading",
        "Accepts an offer made to you.",
        "AcceptTrade",
    ),
    Verb(
        "decline",
        "refuse reject",
        "decline 3",
        "Declines an offer or an inquiry made to you.",
        "DeclineTrade DeclineInquiry",
    ),
    Verb(
        "counter",
        "",
        "counter 3, counter 3 give 50 get Reading",
        "Declines an offer and makes one of your own.",
        "CounterTrade",
    ),
    Verb("withdraw", "", "withdraw 3", "Withdraws your own offer.", "WithdrawTrade"),
    Verb(
        "pause",
        "",
        "pause, pause game, pause off",
        "Stops offers from bots for 5 rounds or for the rest of the game.",
        "PauseOffers",
    ),
    Verb(
        "raise",
        "",
        "raise",
        "Raises the cash for a debt in the cheapest way: mortgages first, then sales.",
        "Mortgage SellBuilding SellGroupBuildings",
    ),
    Verb("bankrupt", "", "bankrupt", "Declares bankruptcy if you can't pay a debt.", "GoBankrupt"),
    Verb(
        "resign", "", "resign", "Leaves the game for good, after asking you to confirm.", "Resign"
    ),
    Verb("later", "skip", "later", "Puts off answering an offer or asking for rent."),
    Verb("offers", "o", "offers", "Lists the open offers and inquiries."),
    Verb("board", "", "board", "Lists the spaces, their owners and the players on them."),
    Verb("deeds", "deed", "deeds, deeds Bob, deed Baltic", "Lists deeds, or shows one."),
    Verb("me", "", "me", "Shows what you have and where you are."),
    Verb("players", "", "players", "Shows what everyone has and where they are."),
    Verb(
        "why",
        "",
        "why, why 3, why Bob",
        "Shows the rule behind the last line (why 3: the third-to-last line), or a bot's reason.",
    ),
    Verb("story", "log", "story, story 50", "Lists the last 20 lines, or as many as you say."),
    Verb(
        "rules",
        "",
        "rules, rules auction, rules 80(c)",
        "Shows this game's rules, or finds a rule.",
    ),
    Verb("save", "", "save FILE", "Saves the game now and after each action."),
    Verb("quit", "q exit", "quit", "Leaves the program."),
    Verb("help", "h ?", "help, help bid", "Lists the commands, or explains one."),
)
QUERIES: Final = [verb.word for verb in VERBS if not verb.actions and verb.word != "later"]
_BY_FORM: Final = {form: verb for verb in VERBS for form in (verb.word, *verb.shorts.split())}


def find_verb(word: str) -> Verb:
    """Return the command named by a word, a short form or the beginning of a word."""
    typed = word.casefold()
    verb = _BY_FORM.get(typed)
    if verb is not None:
        return verb
    found = list(dict.fromkeys(v for form, v in _BY_FORM.items() if form.startswith(typed)))
    if len(found) == 1:
        return found[0]
    if found and typed:
        names = join_words([verb.word for verb in found])
        raise Unclear(f"{sanitize(word)!r} could be {names}: type more of the word.")
    hint = (
        did_you_mean(word, [verb.word for verb in VERBS]) or ': type "help" to see what you can do.'
    )
    raise Unclear(f"{sanitize(word)!r} is not a command{hint}")
