"""What random models are made of: how often each feature comes up, so that a difference can be narrowed down.

A profile is a text such as `unless=0,priority=5`: the usual frequency of a feature times the number behind it. `all=0` turns
off every feature that is not named; `over-255` and `formula-macro` are off unless they are named. Anything else of a model (assignments, conditions, if, do, sends and receives) is
always there.
"""

import random

FEATURES = {
    "nesting": "a third level of compound statements",
    "unless": "unless, also around unless and around loops",
    "atomic": "atomic sequences",
    "bare-choice": "choices within choices of nothing but messages",
    "d-step": "d_step, with nested choices, loops, messages and local jumps",
    "goto": "jumps, also into and out of atomic and unless",
    "option-label": "labels in front of the first statement of an option",
    "channel-array": "arrays of channels",
    "channel-field": "channels in structures",
    "channel-message": "channels sent over channels, and variables that hold channels",
    "channel-parameter": "channels as parameters of processes",
    "local-channel": "channels that belong to a process",
    "struct-message": "structures in messages",
    "sorted": "sorted sends",
    "random-receive": "receives with ??",
    "poll": "polls and full, empty, nfull, nempty in conditions",
    "poll-number": "polls in arithmetic",
    "eval": "eval in receives",
    "for-range": "for over a range",
    "for-array": "for over an array",
    "for-channel": "for over a channel, an element of an array of channels, a channel in a structure",
    "select": "select",
    "run-result": "the value of run",
    "run-loop": "processes that are created again and again",
    "priority": "priorities",
    "provided": "provided clauses",
    "remote": "references to labels and variables of other processes",
    "timeout": "timeout",
    "claim": "never claims",
    "claim-functions": "enabled, pc_value, _last and np_ in claims",
    "trace": "trace and notrace assertions",
    "inline": "inlines, with parameters of all kinds",
    "macro": "macros",
    "formula-macro": "macros with temporal operators in formulas",
    "storage": "hidden, show and local variables",
    "mtype-set": "named sets of mtype constants",
    "typedef": "structures",
    "overflow": "values that do not fit",
    "deep": "deep expressions",
    "printf": "printf",
    "style": "whole models in the manner of other authors and of other programs (styles.py)",
    "many": "models with hundreds of processes",
    "over-255": "more of them than SPIN can hold",
}


# Only where they are asked for, as the long net does.
ASKED_FOR = ("over-255", "formula-macro")


class Profile:
    def __init__(self, text=""):
        self.weights = dict.fromkeys(ASKED_FOR, 0.0)
        for word in filter(None, text.split(",")):
            name, _, weight = word.partition("=")
            if name != "all" and name not in FEATURES:
                raise ValueError(f"no feature is called {name}; there are " + ", ".join(FEATURES))
            self.weights[name] = float(weight or 1)
        self.rest = self.weights.pop("all", 1.0)

    def weight(self, name):
        return self.weights.get(name, self.rest) if name else 1.0


class Dice(random.Random):
    """The only source of chance; knows the profile."""

    profile = Profile()

    def chance(self, probability, feature=""):
        return self.random() < probability * self.profile.weight(feature)


def dice(seed, profile=None):
    made = Dice(seed)
    made.profile = profile or Profile()
    return made
