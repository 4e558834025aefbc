"""A program that keeps the protocol up to its third decision and then breaks it, in the way that its first argument says."""

import json
import os
import subprocess
import sys
import time


def say(message):
    print(json.dumps(message), flush=True)


def break_down(way, message):
    answer = {"type": "choice", "id": message["id"], "action": 0}
    if way == "crash":
        sys.exit("lost the thread")
    elif way == "hang":
        time.sleep(3600)
    elif way == "garbage":
        print("what?", flush=True)
    elif way == "no-text":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.buffer.flush()
    elif way == "illegal":
        say(answer | {"action": len(message["actions"])})
    elif way == "malformed":
        say(answer | {"action": {"kind": "no such thing"}})
    elif way == "slow":
        time.sleep(1.5)
        say(answer)
    elif way == "flood":
        while True:
            print("x" * 4096)
    elif way == "endless-line":
        while True:
            sys.stdout.write("x" * 4096)
    elif way == "chatter":
        while True:
            say({"type": "comment", "text": "hm"})
    elif way == "child":
        # A child that goes on when its parent is gone.
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)", sys.argv[2]], stdin=subprocess.DEVNULL)
        sys.exit(1)
    elif way == "deaf":
        os.close(0)
        time.sleep(3600)
    else:
        say(answer)


def main():
    way, decisions = sys.argv[1], 0
    if way == "silent":
        time.sleep(3600)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "hello", "protocol": 99 if way == "old" else 1})
        elif message["type"] == "choose":
            decisions += 1
            if decisions < 3:
                say({"type": "choice", "id": message["id"], "action": 0})
            else:
                break_down(way, message)


main()
