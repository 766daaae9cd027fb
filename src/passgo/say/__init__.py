"""Sentences: what happened, why not, what is asked and what may be done, in plain words.

    say(event, words, lexicon)          one event; "" where the next event says it in full
    narrate(events, words, lexicon)     a row of events, as briefly as possible
    say_refusal(refusal, words, lexicon)
                                        what is in the way and what to do first
    say_reason(code, values, words, lexicon)
                                        why a bot answered an offer so, or made it
    say_questions(state, seat, words, lexicon)
                                        the question of the moment
    say_option(option, words, lexicon)  one thing that may be done

The words stand in `passgo/words/`, one file per language, shared by terminal and browser. A
template is chosen by name and variant (`MoneyPaid.tax.pot`, else `MoneyPaid.tax`, else
`MoneyPaid`). A placeholder is written as its kind asks: `{seat}` is a player's name, `{space}` a
property's, `{amount}` money, `{stock of kind}` a number of houses or hotels.
"""

from passgo.say.events import say, say_goods, say_offer
from passgo.say.narrate import NarrationLine, narrate
from passgo.say.questions import say_option, say_questions, say_reason, say_refusal
from passgo.say.words import Lexicon, Words

__all__ = [
    "Lexicon",
    "NarrationLine",
    "Words",
    "narrate",
    "say",
    "say_goods",
    "say_offer",
    "say_option",
    "say_questions",
    "say_reason",
    "say_refusal",
]
