#!/usr/bin/env python3
"""A bot for reglette in plain Python: copy it and write your own `choose`.

It speaks the protocol of docs/bot-protocol.md: one JSON object per line, questions on
standard input, answers on standard output. Anything else (notes, debugging) belongs on
standard error.

Its play is simple on purpose. Where the bot file has weights it takes one of the three
best values; where it has none it prefers actions that do something to those that stop.
"""

import json
import random
import sys

PROTOCOL = 1

# Kinds of action that end something or decline an offer, in any rulebook.
IDLE = {"done", "end", "stop", "pass", "decline", "hold", "stay", "let", "halt", "agree", "offer_to_stop"}


class Bot:
    """Chooses the actions. One object exists for the whole run; `begin` starts a new game."""

    def begin(self, game, seed):
        # Its own generator, seeded by reglette, makes its games repeatable.
        self.random = random.Random(seed)

    def choose(self, side, position, actions, values):
        """Returns the index of an action in the list, from 0."""
        if values is not None:
            best_first = sorted(range(len(actions)), key=lambda number: -values[number])
            return best_first[min(int(self.random.random() ** 4 * 3), len(actions) - 1)]
        busy = [number for number, action in enumerate(actions) if action.get("kind") not in IDLE]
        if busy and self.random.random() < 0.9:
            return self.random.choice(busy)
        return self.random.randrange(len(actions))

    def end(self, result):
        pass


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main():
    bot = Bot()
    for line in sys.stdin:
        message = json.loads(line)
        kind = message.get("type")
        if kind == "hello":
            say({"type": "hello", "protocol": PROTOCOL, "name": "reference"})
        elif kind == "begin":
            bot.begin(message["game"], message["seed"])
        elif kind == "choose":
            number = bot.choose(message["side"], message["position"], message["actions"], message.get("values"))
            say({"type": "choice", "id": message["id"], "action": number})
        elif kind == "end":
            bot.end(message["result"])
        elif kind == "quit":
            return
        # Messages of later versions are ignored.


if __name__ == "__main__":
    main()
