"""The data for the classic US board: spaces, Title Deeds and cards. 10 MCS 20.

``passgo.engine.board.classic`` builds the board from this data. ``passgo/boards/classic.json``
contains the same board in the board file format, as written by ``python -m tools.board_file``; a
test compares the two.
"""

from __future__ import annotations

from typing import Final, TypeAlias

KEY: Final = "classic"
NAME: Final = "Classic US board"
HOUSES: Final = 32
HOTEL: Final = 12

# The key and name of each group. Railroads and utilities also have rents, by number owned.
GROUPS: Final[list[tuple[str, str, list[int]]]] = [
    ("brown", "Brown", []),
    ("light_blue", "Light Blue", []),
    ("pink", "Pink", []),
    ("orange", "Orange", []),
    ("red", "Red", []),
    ("yellow", "Yellow", []),
    ("green", "Green", []),
    ("dark_blue", "Dark Blue", []),
    ("railroads", "Railroads", [25, 50, 100, 200]),
    ("utilities", "Utilities", [4, 10]),
]

# Clockwise from GO: kind and name; for a property, also its group and price; for a street, also the
# price of a house and the rents: unimproved, with 1 to 4 houses, with a hotel.
SPACES: Final[list[tuple[str, str, str, int, int, list[int]]]] = [
    ("go", "GO", "", 0, 0, []),
    ("street", "Mediterranean Avenue", "brown", 60, 50, [2, 10, 30, 90, 160, 250]),
    ("chest", "Community Chest", "", 0, 0, []),
    ("street", "Baltic Avenue", "brown", 60, 50, [4, 20, 60, 180, 320, 450]),
    ("income_tax", "Income Tax", "", 0, 0, []),
    ("railroad", "Reading Railroad", "railroads", 200, 0, []),
    ("street", "Oriental Avenue", "light_blue", 100, 50, [6, 30, 90, 270, 400, 550]),
    ("chance", "Chance", "", 0, 0, []),
    ("street", "Vermont Avenue", "light_blue", 100, 50, [6, 30, 90, 270, 400, 550]),
    ("street", "Connecticut Avenue", "light_blue", 120, 50, [8, 40, 100, 300, 450, 600]),
    ("jail", "Jail", "", 0, 0, []),
    ("street", "St. Charles Place", "pink", 140, 100, [10, 50, 150, 450, 625, 750]),
    ("utility", "Electric Company", "utilities", 150, 0, []),
    ("street", "States Avenue", "pink", 140, 100, [10, 50, 150, 450, 625, 750]),
    ("street", "Virginia Avenue", "pink", 160, 100, [12, 60, 180, 500, 700, 900]),
    ("railroad", "Pennsylvania Railroad", "railroads", 200, 0, []),
    ("street", "St. James Place", "orange", 180, 100, [14, 70, 200, 550, 750, 950]),
    ("chest", "Community Chest", "", 0, 0, []),
    ("street", "Tennessee Avenue", "orange", 180, 100, [14, 70, 200, 550, 750, 950]),
    ("street", "New York Avenue", "orange", 200, 100, [16, 80, 220, 600, 800, 1000]),
    ("parking", "Free Parking", "", 0, 0, []),
    ("street", "Kentucky Avenue", "red", 220, 150, [18, 90, 250, 700, 875, 1050]),
    ("chance", "Chance", "", 0, 0, []),
    ("street", "Indiana Avenue", "red", 220, 150, [18, 90, 250, 700, 875, 1050]),
    ("street", "Illinois Avenue", "red", 240, 150, [20, 100, 300, 750, 925, 1100]),
    ("railroad", "B. & O. Railroad", "railroads", 200, 0, []),
    ("street", "Atlantic Avenue", "yellow", 260, 150, [22, 110, 330, 800, 975, 1150]),
    ("street", "Ventnor Avenue", "yellow", 260, 150, [22, 110, 330, 800, 975, 1150]),
    ("utility", "Water Works", "utilities", 150, 0, []),
    ("street", "Marvin Gardens", "yellow", 280, 150, [24, 120, 360, 850, 1025, 1200]),
    ("go_to_jail", "Go To Jail", "", 0, 0, []),
    ("street", "Pacific Avenue", "green", 300, 200, [26, 130, 390, 900, 1100, 1275]),
    ("street", "North Carolina Avenue", "green", 300, 200, [26, 130, 390, 900, 1100, 1275]),
    ("chest", "Community Chest", "", 0, 0, []),
    ("street", "Pennsylvania Avenue", "green", 320, 200, [28, 150, 450, 1000, 1200, 1400]),
    ("railroad", "Short Line", "railroads", 200, 0, []),
    ("chance", "Chance", "", 0, 0, []),
    ("street", "Park Place", "dark_blue", 350, 200, [35, 175, 500, 1100, 1300, 1500]),
    ("luxury_tax", "Luxury Tax", "", 0, 0, []),
    ("street", "Boardwalk", "dark_blue", 400, 200, [50, 200, 600, 1400, 1700, 2000]),
]

CardRow: TypeAlias = tuple[str, str, str, int, int, str]
"""A card: key, effect, target space or kind of space, two numbers, and text.

The numbers are amounts in dollars, a number of spaces, or the charge per house and per hotel.
"""

_NEAREST_RAILROAD: Final = (
    "Advance to the nearest Railroad. If unowned, you may buy it from the Bank. If owned, pay the "
    "owner twice the rental to which they are otherwise entitled."
)
_NEAREST_UTILITY: Final = (
    "Advance token to the nearest Utility. If unowned, you may buy it from the Bank. If owned, "
    "roll the dice and pay the owner a total of ten times the amount rolled."
)

# fmt: off
CHANCE: Final[list[CardRow]] = [
    ("chance.advance_boardwalk", "advance", "Boardwalk", 0, 0, "Advance to Boardwalk."),
    ("chance.advance_go", "advance", "GO", 0, 0, "Advance to GO. Collect $200."),
    ("chance.advance_illinois", "advance", "Illinois Avenue", 0, 0,
     "Advance to Illinois Avenue. If you pass GO, collect $200."),
    ("chance.advance_st_charles", "advance", "St. Charles Place", 0, 0,
     "Advance to St. Charles Place. If you pass GO, collect $200."),
    ("chance.nearest_railroad_1", "nearest", "railroad", 0, 0, _NEAREST_RAILROAD),
    ("chance.nearest_railroad_2", "nearest", "railroad", 0, 0, _NEAREST_RAILROAD),
    ("chance.nearest_utility", "nearest", "utility", 0, 0, _NEAREST_UTILITY),
    ("chance.dividend", "collect", "", 50, 0, "Bank pays you a dividend of $50."),
    ("chance.jail_free", "keep", "", 0, 0, "Get Out of Jail Free."),
    ("chance.back_3", "back", "", 3, 0, "Go Back 3 Spaces."),
    ("chance.go_to_jail", "arrest", "", 0, 0,
     "Go to Jail. Go directly to Jail, do not pass GO, do not collect $200."),
    ("chance.general_repairs", "repairs", "", 25, 100,
     "Make general repairs on all your property. For each house pay $25. For each hotel pay $100."),
    ("chance.speeding_fine", "pay", "", 15, 0, "Speeding fine $15."),
    ("chance.advance_reading", "advance", "Reading Railroad", 0, 0,
     "Take a trip to Reading Railroad. If you pass GO, collect $200."),
    ("chance.chairman", "pay_each", "", 50, 0,
     "You have been elected Chairman of the Board. Pay each player $50."),
    ("chance.building_loan", "collect", "", 150, 0, "Your building loan matures. Collect $150."),
]
CHEST: Final[list[CardRow]] = [
    ("chest.advance_go", "advance", "GO", 0, 0, "Advance to GO. Collect $200."),
    ("chest.bank_error", "collect", "", 200, 0, "Bank error in your favor. Collect $200."),
    ("chest.doctors_fee", "pay", "", 50, 0, "Doctor's fee. Pay $50."),
    ("chest.sale_of_stock", "collect", "", 50, 0, "From sale of stock you get $50."),
    ("chest.jail_free", "keep", "", 0, 0, "Get Out of Jail Free."),
    ("chest.go_to_jail", "arrest", "", 0, 0,
     "Go to Jail. Go directly to Jail, do not pass GO, do not collect $200."),
    ("chest.holiday_fund", "collect", "", 100, 0, "Holiday fund matures. Receive $100."),
    ("chest.tax_refund", "collect", "", 20, 0, "Income tax refund. Collect $20."),
    ("chest.birthday", "collect_each", "", 10, 0,
     "It is your birthday. Collect $10 from every player."),
    ("chest.life_insurance", "collect", "", 100, 0, "Life insurance matures. Collect $100."),
    ("chest.hospital_fees", "pay", "", 100, 0, "Pay hospital fees of $100."),
    ("chest.school_fees", "pay", "", 50, 0, "Pay school fees of $50."),
    ("chest.consultancy_fee", "collect", "", 25, 0, "Receive $25 consultancy fee."),
    ("chest.street_repairs", "repairs", "", 40, 115,
     "You are assessed for street repair. $40 per house. $115 per hotel."),
    ("chest.beauty_contest", "collect", "", 10, 0,
     "You have won second prize in a beauty contest. Collect $10."),
    ("chest.inheritance", "collect", "", 100, 0, "You inherit $100."),
]
# fmt: on
