"""Sentences that describe events, refusals, questions and options.

    say(event, words, lexicon)          one event; "" if the next event's sentence covers it
    narrate(events, words, lexicon)     a sequence of events, as briefly as possible
    say_refusal(refusal, words, lexicon)
                                        why an action is refused, and what to do first
    say_reason(code, values, words, lexicon)
                                        a bot's reason for making or answering an offer
    say_effect(code, values, words, lexicon)
                                        one thing that a choice changes, in a hint
    say_questions(state, seat, words, lexicon)
                                        the current question
    say_option(option, words, lexicon)  one possible action

The words are in `passgo/words/`, one file per language, shared by the terminal and the browser. A
template is chosen by name and variant (`MoneyPaid.tax.pot`, otherwise `MoneyPaid.tax`, otherwise
`MoneyPaid`). A placeholder is formatted by kind: `{seat}` is a player's name, `{space}` a
space's, `{amount}` money, and `{stock of kind}` a number of houses or hotels. `{auf space}` is a
space's name after a preposition; the section `places` has those that need an article, such as "auf
dem Ereignisfeld".
"""

from passgo.say.events import say, say_goods, say_offer
from passgo.say.narrate import NarrationLine, narrate
from passgo.say.questions import say_effect, say_option, say_questions, say_reason, say_refusal
from passgo.say.words import Lexicon, Words

__all__ = [
    "Lexicon",
    "NarrationLine",
    "Words",
    "narrate",
    "say",
    "say_effect",
    "say_goods",
    "say_offer",
    "say_option",
    "say_questions",
    "say_reason",
    "say_refusal",
]
