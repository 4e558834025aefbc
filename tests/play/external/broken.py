"""A program that keeps the protocol up to its third decision and then breaks it, in the way that its first argument says."""

import json
import os
import signal
import subprocess
import sys
import time


# Actions that are none: neither a number of the list nor of its form.
ACTIONS = {
    "negative": -1,
    "fraction": 0.5,
    "huge": 10**300,
    "text": "first",
    "null": None,
    "empty-list": [],
    "number-in-list": [0],
    "true": True,
}
# Lines that are no messages.
LINES = {
    "list": b"[]\n",
    "bare-number": b"7\n",
    "bare-text": b'"choice"\n',
    "empty-line": b"\n",
    "no-action": b'{"type": "choice", "id": 3}\n',
    "no-type": b'{"id": 3, "action": 0}\n',
    "type-number": b'{"type": 3, "action": 0}\n',
    "id-text": b'{"type": "choice", "id": "x", "action": 0}\n',
    "id-negative": b'{"type": "choice", "id": -1, "action": 0}\n',
    "deep": b"[" * 100_000 + b"\n",
    "byte-order-mark": b'\xef\xbb\xbf{"type": "choice", "action": 0}\n',
    "nul": b'\0{"type": "choice", "action": 0}\n',
    "two-objects": b'{"type": "choice", "action": 0}{"type": "choice", "action": 0}\n',
    "not-a-number": b'{"type": "choice", "action": NaN}\n',
    "infinite": b'{"type": "choice", "action": 1e999}\n',
    "single-quotes": b"{'type': 'choice', 'action': 0}\n",
    "lone-surrogate": b'{"type": "choice", "action": "\\ud800"}\n',
}
# Programs that ask for the files of each game, and answer its start.
SETUP = {"ready", "refuses", "unready", "unready-later"}
SIGNALS = {"segfault": signal.SIGSEGV, "abort": signal.SIGABRT, "killed": signal.SIGKILL}


def say(message):
    print(json.dumps(message), flush=True)


def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def start_family():
    """Starts processes that try to outlive their parent, each in another way."""
    sleeper = "import signal, time; [signal.signal(s, signal.SIG_IGN) for s in (1, 2, 15)]; time.sleep(3600)"
    command = [sys.executable, "-c", sleeper, sys.argv[2]]
    nothing = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.Popen(command)
    subprocess.Popen(command, start_new_session=True, **nothing)
    # A grandchild whose parent is gone at once, in a session of its own.
    if os.fork() == 0:
        os.setsid()
        subprocess.Popen(command, start_new_session=True, **nothing)
        os._exit(0)
    os.wait()


def break_down(way, message):
    answer = {"type": "choice", "id": message["id"], "action": 0}
    if way == "crash":
        sys.exit("lost the thread")
    elif way == "error":
        say({"type": "error", "reason": "other legal actions"})
    elif way == "hang":
        time.sleep(3600)
    elif way == "garbage":
        print("what?", flush=True)
    elif way == "no-text":
        write(b"\xff\xfe\n")
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
    elif way == "family":
        if message["id"] == 3:
            start_family()
        say(answer)
    elif way == "stuck-family":
        start_family()
        time.sleep(3600)
    elif way == "regicide":
        start_family()
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(3600)
    elif way == "deaf":
        os.close(0)
        time.sleep(3600)
    elif way in ACTIONS:
        say(answer | {"action": ACTIONS[way]})
    elif way in LINES:
        write(LINES[way])
    elif way == "half-line":
        write(b'{"type": "choice", ')
        time.sleep(3600)
    elif way == "half-line-exit":
        write(b'{"type": "choice", ')
        os._exit(0)
    elif way == "drip":
        for byte in json.dumps(answer).encode():
            write(bytes([byte]))
            time.sleep(0.1)
        write(b"\n")
    elif way == "stopped":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif way == "closed":
        os.close(1)
        time.sleep(3600)
    elif way in SIGNALS:
        os.kill(os.getpid(), SIGNALS[way])
    elif way == "exit-0":
        os._exit(0)
    elif way == "recursion":
        break_down(way, message)
    elif way == "error-flood-hang":
        while True:
            sys.stderr.write("x" * 4096)
    elif way == "old-id":
        say(answer | {"id": message["id"] - 1})
        time.sleep(3600)
    elif way == "other-id":
        print("I answer too early", file=sys.stderr, flush=True)
        say(answer | {"id": 1000 + message["id"]})
        time.sleep(3600)
    elif way == "old-ids":
        while True:
            say(answer | {"id": 1})
    elif way == "hello-again":
        say({"type": "hello", "protocol": 1})
        say(answer)
    elif way == "hello-forever":
        while True:
            say({"type": "hello", "protocol": 1})
    elif way == "twice":
        say(answer)
        say(answer)
    elif way == "carriage-returns":
        write(json.dumps(answer).encode() + b" \t\r\n")
    elif way == "asides":
        for _ in range(500):
            say({"type": "comment", "text": "hm"})
        say(answer | {"why": [1, {"a": None}]})
    elif way == "error-flood":
        sys.stderr.write("x" * 1_000_000)
        sys.stderr.flush()
        say(answer)
    elif way == "deaf-to-signals":
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        say(answer)
    else:
        say(answer)


def begin(way, message):
    """Answers the start of a game as a program that asks for its files."""
    if way == "refuses":
        say({"type": "error", "reason": "no such rules: " + message["setup"]["rules"]})
    elif way == "unready" or way == "unready-later" and message["game"] > 0:
        write(b"ready\n")
    else:
        say({"type": "comment"})
        say({"type": "ready"})


def main():
    way, decisions = sys.argv[1], 0
    if way == "silent":
        time.sleep(3600)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            asks = {"setup": True} if way in SETUP else {}
            say({"type": "hello", "protocol": 99 if way == "old" else 1} | asks)
        elif message["type"] == "begin" and way in SETUP:
            begin(way, message)
        elif message["type"] == "quit" and way == "deaf-to-signals":
            time.sleep(3600)
        elif message["type"] == "choose":
            decisions += 1
            if decisions < 3:
                say({"type": "choice", "id": message["id"], "action": 0})
            else:
                break_down(way, message)


main()
