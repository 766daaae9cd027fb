"""The index of the rulebook: every citation, with the rule it stands for in one sentence.

Four sources are cited. `10 MCS 80(c)` is the Monopoly Compiled Statutes, section and letter;
`CR 5.4` the consolidated rules; `Ruling 7` a decision of ours where the sources are silent or
cannot be followed to the letter; `House no_auctions` a house rule, which is off unless a table
turns it on. Where the sources differ, a sentence says what its own source says, and which rule
sets follow it.

The text below is the registry. An unindented line is a key and its title; the indented lines
after it are the sentence, and one that starts with a letter in brackets opens a subsection.
"""

from __future__ import annotations

from typing import Final

from passgo.engine.refusal import PassGoError

_TEXT: Final = """
10 MCS 10: Object
    The object of the game is to become the wealthiest player by buying, renting and selling
    property.

10 MCS 20: Equipment
    The game has a board, two dice, tokens, 32 houses and 12 hotels.
    (a) It also has Chance and Community Chest cards, a title deed for each property, and money.

10 MCS 30: Preparation
    Both card decks lie face down on their places on the board.
    (a) Each player moves one token of their own around the board.
    (b) Each player starts with $1500, beginning with two bills each of $500, $100 and $50.
    (b-1) Two of the starting bills are of $500.
    (b-2) Two of the starting bills are of $100.
    (b-3) Two of the starting bills are of $50.
    (c) Six of the starting bills are of $20.
    (d) Five of the starting bills are of $10.
    (d-1) Five of the starting bills are of $5.
    (d-2) Five of the starting bills are of $1.
    (e) All other money and equipment belongs to the Bank.

10 MCS 40: Banker
    The Banker is someone who is also a good auctioneer; here it is the computer.
    (a) A Banker who plays keeps their own money apart from the Bank's.
    (b) With more than five players the Banker may stay out of the game and only bank and auction.

10 MCS 50: The Bank
    The Bank holds its money, and the deeds, houses and hotels that nobody has bought yet.
    (a) The Bank pays salaries and bonuses.
    (b) The Bank sells and auctions properties and hands over their deeds.
    (b-1) The Bank sells houses and hotels to the players and lends money on mortgages.
    (c) Taxes, fines, loans, interest and the price of what the Bank sells are paid to the Bank.
    (d) The Bank never goes broke.
    (e) If the Bank runs out of money, it makes as much more as it needs.

10 MCS 60: The play
    Before the game each player throws the dice once, in turn.
    (a) The player with the highest total starts.
    (b) Tokens begin on GO and move clockwise as many spaces as the dice show.
    (c) When a turn is over, the dice go to the player on the left.
    (d) A token stays where it stopped and goes on from there on its player's next turn.
    (e) Any number of tokens may stand on one space.
    (f) The space reached decides what happens: buying, rent, taxes, a card, Jail or nothing.
    (g) Doubles move the token by their sum, and the space reached counts as on any throw.
    (h) After doubles the same player throws and moves again.
    (i) The third doubles in a row send the player to Jail at once instead of moving.

10 MCS 70: GO
    A token that lands on GO or passes over it, by dice or by card, earns its player $200.
    (a) The salary is paid only once for each time around the board.
    (b) A player who passes GO on a throw and then draws "Advance to GO" is paid both times.

10 MCS 80: Buying property
    Whoever stops on a property that nobody owns may buy it from the Bank at the printed price.
    (a) The buyer receives the title deed, face up, as proof of ownership.
    (c) A property that is not bought at the printed price is auctioned to the highest bidder.
    (d) The winner of an auction pays the bid to the Bank in cash and receives the deed.
    (e) Any player may bid, the one who declined to buy included.
    (f) Bidding may start at any price.

10 MCS 90: Paying rent
    Whoever stops on another player's property owes the rent that its title deed lists.
    (a) No rent is due on a mortgaged property.
    (b) The deed of a mortgaged property lies face down in front of its owner.
    (c) Owning every deed of a color group is an advantage.
    (c-1) The owner of a whole color group charges double rent on its unimproved lots.
    (d) Unmortgaged lots bring double rent even when another lot of their group is mortgaged.
    (e) With houses or a hotel the rent is the much higher one listed for them.
    (f) By the statutes, rent not asked for before the second following player throws is lost.

10 MCS 100: Chance and Community Chest
    Draw the top card of the deck, do what it says, and put it face down at the bottom.
    (a) "Get Out of Jail Free" is kept until used and then goes to the bottom of its deck.
    (b) A kept "Get Out of Jail Free" card may be sold to another player at any time.

10 MCS 110: Income Tax
    A player who stops on Income Tax chooses between two ways to pay.
    (a) One way to pay the income tax is a flat $200.
    (a-1) The other way to pay the income tax is 10 % of everything the player is worth.
    (b) By the statutes, worth is cash, the printed price of all deeds, mortgaged or not, and what
    all buildings cost.
    (c) The choice is made before the worth is added up.

10 MCS 120: Jail
    There are three ways into Jail.
    (a) A token that stops on "Go to Jail" goes to Jail.
    (a-1) A card that says "Go to Jail" sends its player to Jail.
    (a-2) Doubles three times in a row send the player to Jail.
    (b) The way to Jail is direct, so it never earns the salary for passing GO.
    (c) Being sent to Jail ends the turn.
    (d) A token that stops on the Jail space in an ordinary move is just visiting: nothing happens.
    (e) There are several ways out of Jail.
    (e-1) Doubles on any of the next three turns free the player.
    (e-1a) Doubles that free a player from Jail also move the token, at once and by their sum.
    (e-1b) Doubles that free a player from Jail give no further throw.
    (e-2) A "Get Out of Jail Free" card, once used, frees its holder.
    (e-3) A player in Jail may buy a "Get Out of Jail Free" card from another player and use it.
    (e-4) By the statutes, a $50 fine paid before the throw on one of the next two turns frees the
    player.
    (f) A player who has thrown no doubles by the third turn in Jail must pay the $50 fine.
    (g) Having paid for the third failed throw, the player leaves Jail and moves by that throw.
    (h) A player in Jail may still buy, sell, build and collect rent.

10 MCS 130: Free Parking
    Stopping on Free Parking brings no money, property or reward of any kind.
    (a) Free Parking is only a place to rest.

10 MCS 140: Houses
    The owner of a whole color group may buy houses from the Bank and build them there.
    (a) The first house may stand on any lot of the group.
    (b) The next house goes on a lot that has none yet, in this or another complete group.
    (c) A house costs what the title deed of its lot says.
    (d) Lots of a complete group that have no house yet still bring double rent.
    (e) A player may build at any time, as much as they can pay for.
    (f) Houses must be spread evenly over the lots of a group.
    (f-1) No lot gets a second house before every lot of its group has one.
    (g) Rows of houses follow each other in this way, up to four houses on a lot.
    (h) A lot cannot have three houses while another lot of its group has only one.
    (i) Houses are sold back as evenly as they were built.
    (i-1) How buildings are sold back is set out under selling property.

10 MCS 150: Hotels
    With four houses on every lot of a group, its owner may buy a hotel for any of these lots.
    (a) A hotel costs the price on the deed, and the four houses of its lot go back to the Bank.
    (b) No lot has more than one hotel.

10 MCS 160: Building shortages
    When the Bank has no houses left, players must wait until some are sold back.
    (a) When players want more buildings than the Bank has left, these are auctioned to the highest
    bidder.

10 MCS 170: Selling property
    Unimproved lots, railroads and utilities may be sold to another player for any agreed price.
    (a) No lot can be sold to a player while any lot of its group has a building.
    (b) The buildings of a group must go back to the Bank before any lot of it can be sold.
    (c) The Bank buys houses and hotels back at any time for half of their price.
    (d) Houses are sold back one by one and evenly, in the reverse of the order of building.
    (e) All hotels of a group may be sold back at once, or one house at a time.
    (e-1) For selling back, a hotel counts as five houses, sold evenly.

10 MCS 180: Mortgages
    An unimproved property can be mortgaged to the Bank at any time.
    (a) Before a lot is mortgaged, all buildings of its group must be sold back at half price.
    (b) The mortgage value is printed on the title deed.
    (c) A mortgaged property brings no rent, but the others of its group still do.
    (d) Lifting a mortgage costs the mortgage value plus 10 % interest.
    (e) Once no lot of a group is mortgaged, its owner may buy houses again, at full price.
    (f) A mortgaged property stays with its owner, and nobody else can lift the mortgage.
    (g) A mortgaged property may be sold to another player at any agreed price.
    (h) Who acquires a mortgaged deed may lift the mortgage at once for its value plus 10 %.
    (i) Who acquires a mortgaged deed and keeps it so pays 10 % now, and its value plus 10 % later.

10 MCS 190: Bankruptcy
    A player who owes a player or the Bank more than they can pay is bankrupt.
    (a) A player bankrupt to another player hands over everything of value and retires.
    (b) The buildings of a bankrupt player go back to the Bank at half price.
    (b-1) What the Bank pays for a bankrupt player's buildings goes to the creditor.
    (c) Mortgaged deeds go to the creditor too, who at once owes the Bank 10 % interest on each.
    (d) Having paid the interest on a deed taken over, the creditor may lift it now or later.
    (e) A creditor who lifts the mortgage on a later turn pays the interest again.
    (f) A player bankrupt to the Bank hands it everything, and the Bank auctions all the deeds.
    (g) A bankrupt player leaves the game at once.
    (h) The last player left in the game wins.

10 MCS 200: Miscellaneous
    Only the Bank lends money, and only on a mortgage.
    (a) Players neither lend money to each other nor borrow it.

10 MCS 210: The short game
    The short game changes five rules.
    (a) In the short game three shuffled deeds are dealt to each player at the start.
    (a-1) The deeds dealt in the short game are free.
    (b) In the short game three houses on each lot of a group are enough for a hotel.
    (b-1) In the short game the rent of a hotel is the same as ever.
    (b-2) In the short game a hotel still sells for half of what it cost, which is one house less.
    (c) In the short game a player in Jail leaves it on the next turn.
    (c-1) In the short game a "Get Out of Jail Free" card, owned or bought, is one way out of Jail.
    (c-2) In the short game doubles are one way out of Jail.
    (c-3) In the short game $50 is one way out of Jail.
    (c-4) In the short game a player who fails to throw doubles pays the $50 on the same turn.
    (d) In the short game the income tax is a flat $200.
    (e) The short game ends when one player goes bankrupt.
    (e-1) At the end the remaining players add up what they are worth.
    (e-1a) In the final count cash counts in full.
    (e-1b) In the final count lots, railroads and utilities count at their printed price.
    (e-1c) In the final count a mortgaged deed counts at half of its printed price.
    (e-1d) In the final count houses count at what they cost.
    (e-1e) In the final count a hotel counts at its cost with the three houses turned in for it.
    (e-2) The richest player wins.

10 MCS 220: The time-limit game
    In the time-limit game an hour to stop is agreed before the start, and then the richest wins.
    (a) In the time-limit game two shuffled deeds are dealt to each player at the start.
    (b) In the time-limit game players pay the printed price of the deeds dealt to them at once.

CR 1: Object of the game
    Make all others bankrupt by buying, renting and selling property: the last player left wins.
CR 2: Game equipment
    The game has 28 title deeds, 16 Chance and 16 Community Chest cards, 32 houses and 12 hotels.
CR 3: Game set-up
    The game is set up with board and cards, Banker, Bank, players and a throw for the start.
CR 3.1: Board and cards
    Chance and Community Chest are shuffled apart from each other and lie face down.
CR 3.2: The Banker
    The Banker looks after what the Bank has, apart from their own; here it is the computer.
CR 3.3: The Bank
    The Bank holds what is not yet bought, pays, sells, lends and collects, and never goes bankrupt.
CR 3.4: Player preparation
    Each player chooses a token, puts it on GO and receives $1500.
CR 3.5: Starting the game
    Each player throws both dice, the highest total begins, and play goes clockwise.
CR 4: A player's turn
    A turn is a throw, a move, what the space demands, and perhaps another throw for doubles.
CR 4.1: Rolling the dice
    Throw both dice and move clockwise by their total.
CR 4.2: Action on landing
    Do what the space demands, however many tokens stand on it.
CR 4.3: Passing GO
    Landing on GO or passing it pays $200, by card too, but never on the way to Jail.
CR 4.4: Rolling doubles
    Doubles give another throw, but the third doubles in a row move nobody and lead to Jail.
CR 4.5: Ending the turn
    When move and action are done, the dice go to the player on the left.
CR 5: Actions on spaces
    What happens on a space depends on its kind: property, card, tax or corner.
CR 5.1: Unowned properties
    Buy an unowned property at its printed price, or it is auctioned at once among all players; if
    nobody bids, it stays with the Bank.
CR 5.2: Owned properties
    Rent is due if the owner asks before the next player throws: as listed, double on bare lots of a
    whole group, by number owned for railroads and utilities, none when mortgaged.
CR 5.3: Chance and Community Chest
    Draw the top card, obey it at once and put it at the bottom; "Get Out of Jail Free" may be kept
    or sold.
CR 5.4: Tax spaces
    Income Tax is $200 or 10 % of worth, chosen before counting, with mortgaged deeds at mortgage
    value; Luxury Tax is $75.
CR 5.5: Corner spaces
    GO pays $200, Just Visiting and Free Parking do nothing, and Go to Jail leads there directly.
CR 6: Jail
    Jail has three ways in and three ways out.
CR 6.1: How to go to Jail
    The space "Go to Jail", a card that says so, and three doubles in a row lead to Jail.
CR 6.2: While in Jail
    A player in Jail does not move but may collect rent, build, sell, mortgage and trade.
CR 6.3: How to get out of Jail
    Pay $50 before the throw, use a card, or throw doubles; who fails on the third turn pays $50 and
    moves by that throw.
CR 7: Buildings
    Building needs a whole unmortgaged group and goes evenly, four houses before a hotel; buildings
    that run short are auctioned.
CR 8: Selling and trading
    Buildings go back to the Bank evenly and at half price; deeds are traded freely once no lot of
    their group has a building.
CR 9: Mortgages
    An unimproved deed can be mortgaged and brings no rent until lifted for its value plus 10 %; a
    new owner lifts it or pays 10 % at once.
CR 10: Bankruptcy
    A bankrupt player's assets go to the creditor; if that is the Bank, it cancels the mortgages and
    auctions the deeds.

Ruling 1: Ties in the start throw
    Those who tie for the highest start throw, and only they, throw again until one is highest.
Ruling 2: Fractions of a dollar
    Fractions of a dollar are rounded up when the Bank is paid and down when the Bank pays.
Ruling 3: When the table is busy
    From a throw until all it causes is done, and during any auction, debt, bankruptcy or shortage,
    nobody builds or lifts a mortgage, save at a transfer; selling, mortgaging, trading stay open.
Ruling 4: Cash in hand
    A purchase and a bid need cash in hand: raise it first, and the game waits.
Ruling 5: How an auction runs
    Any active bidder may raise at any time by $1 or more, whoever passes is out, and the auction
    ends when all but the high bidder are out.
Ruling 6: Possession counts
    A mortgaged railroad or utility still counts as owned for the rent of the others.
Ruling 7: Each player pays or is paid
    A card that has each player pay or be paid makes separate debts, clockwise from its drawer; who
    fails one is bankrupt to its creditor, and only what that debtor still owed to others is void.
Ruling 8: Rent asked for
    Rent asked for never lapses; it waits in line, first asked first paid, and nobody throws or
    passes the dice before that; unasked rent and debts in line die when either side leaves the
    game.
Ruling 9: How a shortage is settled
    If serving a request leaves too few buildings for others, all who could build say how many they
    want; if stock is short, each is auctioned from the printed price for a named lot and built at
    once.
Ruling 10: What buildings sell for
    A hotel sold alone becomes four houses (short game: three), if the Bank has them, for half a
    house price; a group may be sold at once, a hotel as five (four) houses, always by printed
    price.
Ruling 11: Interest on a transfer
    Interest is 10 % of the mortgage value; a trade is refused if the receiver lacks the cash for it
    or for the lift, and an heir who cannot pay it is bankrupt to the Bank.
Ruling 12: Resigning
    A player may resign at any time: their buildings are sold, and if cash covers their debts these
    are paid and the rest goes as in a bankruptcy to the Bank; if not, to the first creditor.
Ruling 13: Offers of the bankrupt
    A bankrupt player's open offers are void; if only one player is left, the game is over, with
    nothing auctioned and no interest due.
Ruling 14: Offers
    Each player has one open offer to each other, checked when made and accepted; a debtor's trade
    must bring cash and not lower what they can raise, and a high bidder's must leave the bid
    covered.
Ruling 15: Time is up
    When the host calls time the game ends at once and worth is counted; an open debt moves from the
    debtor's worth, not below 0, to the creditor's.
Ruling 16: Worth at the end
    Worth is cash, deeds at printed price or half of it when mortgaged, and buildings at purchase
    price, a hotel with the houses turned in for it.
Ruling 17: The end of the short game
    The first bankruptcy or resignation ends the short game: to a player all goes over without
    interest, to the Bank nothing is auctioned, and then the others are counted.
Ruling 18: Jail in the short game
    On the next turn use a card, pay or throw; a failed throw pays $50 on the same turn and moves by
    it.
Ruling 19: The order of the set-up
    Decks and deeds are shuffled, deeds are dealt one at a time from the first seat and paid for at
    once where they cost, and then each seat in turn makes its start throw.
Ruling 20: No empty choice
    Who can neither raise a sum nor has a deed or card left to trade is taken to decline, to pass or
    to be bankrupt.
Ruling 21: Salary first
    The salary for passing GO on a throw is there for what that throw causes.
Ruling 22: The nearest one
    The nearest railroad or utility is the first one ahead, clockwise, with salary if GO is passed;
    if it is mortgaged, nothing is due.
Ruling 23: The throw for a utility card
    The fresh throw for a utility card moves nobody, is no doubles and counts towards no doubles.
Ruling 24: Sums are fixed early
    A repairs card is counted when drawn and the worth for the income tax when the token stops; what
    is sold or mortgaged afterwards lowers neither.
Ruling 25: Fine and card in Jail
    Fine and card count on one's own turn before the throw, not on the turn of the arrest; after the
    last failed throw only the fine does, as a debt to the Bank; doubles on it free without fine.
Ruling 26: No way back
    What was sold or mortgaged to meet a debt stays so, whether it sufficed or not.
Ruling 27: Gifts
    A gift is a trade: something for nothing is allowed, nothing for nothing is no offer.
Ruling 28: Bankrupt in one's own throw
    A player bankrupted in the middle of their own throw loses the further throw for doubles, and
    the turn passes on.
Ruling 29: Waiving rent
    The only way to waive rent is not to ask for it; a trade cannot promise it.
Ruling 30: Passing in an auction
    Who holds the high bid cannot pass; without any bid the last one in may still bid or pass.
Ruling 31: Passing the dice
    Only passing the dice ends a turn, never before its throw or the further throw for doubles;
    being sent to Jail passes them at once, and so does bankruptcy, after its auctions.
Ruling 32: When rent lapses
    Rent is fixed when the token stops, and lapses unasked at the first throw of the first or second
    turn begun after the tenant's, as the rule set says, whoever throws it.
Ruling 33: One request, one building
    A request to build names one lot and one building; a row of buildings is a row of requests.

House free_parking_pot: Money on Free Parking
    House rule, not official: what is paid in taxes, fines and to cards waits on Free Parking for
    whoever stops there.
House double_salary: Double salary on GO
    House rule, not official: landing exactly on GO pays twice the salary.
House no_auctions: No auctions
    House rule, not official: a property that is not bought stays with the Bank.
House no_rent_in_jail: No rent from Jail
    House rule, not official: no rent is due to an owner who is in Jail.
House uneven_building: Uneven building
    House rule, not official: the lots of a group need not be built up or sold down evenly.
House unlimited_buildings: Unlimited buildings
    House rule, not official: the Bank never runs out of houses and hotels.
House first_lap: No building before the first lap
    House rule, not official: a player may build only after passing GO once.
House round_limit: Round limit
    House rule, not official: after the agreed number of rounds the game ends and the richest wins.
House starting_money: Other starting cash or salary
    House rule, not official: players start with, or earn at GO, another sum than the printed one.
House custom_board: Custom board
    House rule, not official: the names, prices, rents and cards come from the table's own board
    file.
"""


class Citation:
    """One rule: how it is cited, what it is about, and what it says."""

    def __init__(self, key: str, title: str, says: str) -> None:
        self.key = key
        self.title = title
        self.says = says

    def __repr__(self) -> str:
        return f"Citation({self.key!r}, {self.title!r}, {self.says!r})"


class UnknownCitation(PassGoError):
    """No rule is cited like this; the message names those that come nearest."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.nearest = nearest(key)
        hint = f"; the nearest are {', '.join(self.nearest)}" if self.nearest else ""
        shown = key if len(key) <= 60 else key[:60] + "..."
        self.sentence = f"No rule is cited as {shown!r}{hint}."
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return self.sentence

    def __reduce__(self) -> tuple[object, ...]:
        return (UnknownCitation, (self.key,))


def _read(text: str) -> dict[str, Citation]:
    """Read the registry out of the text above."""
    found: dict[str, Citation] = {}
    section = ""
    title = ""
    last: Citation | None = None
    for line in text.splitlines():
        words = line.strip()
        if words and not line.startswith(" "):
            section, _, title = words.partition(": ")
            last = None
        elif words.startswith("("):
            letter, _, says = words.partition(" ")
            last = Citation(section + letter, title, says)
            found[last.key] = last
        elif words and last is None:
            last = Citation(section, title, words)
            found[section] = last
        elif words and last is not None:
            last.says += " " + words
    return found


CITATIONS: Final[dict[str, Citation]] = _read(_TEXT)
"""Every citation by its key, in the order of the rulebook."""


def cite(key: str) -> Citation:
    """Return the rule cited like this."""
    found = CITATIONS.get(key)
    if found is None:
        raise UnknownCitation(key)
    return found


def nearest(key: str) -> list[str]:
    """Return up to three keys that look like this one, most similar first.

    A known section with an unknown letter gets keys of that section only.
    """
    import difflib  # only a wrong key needs it, and it is slow to load

    wanted = key[:60].casefold()
    section = wanted.partition("(")[0].strip()
    candidates = [known for known in CITATIONS if known.partition("(")[0].casefold() == section]
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    scored: list[tuple[float, int, str]] = []
    for place, known in enumerate(candidates or CITATIONS):
        matcher.set_seq1(known.casefold())
        score = matcher.ratio()
        if score >= 0.5:
            scored.append((-score, place, known))
    scored.sort()
    return [known for _, _, known in scored[:3]]


def all_keys() -> list[str]:
    """Return every key, in the order of the rulebook."""
    return list(CITATIONS)
