"""A program that keeps the protocol up to its third decision and then breaks it, in the way that its first argument says."""

import json
import os
import signal
import subprocess
import sys
import time


def say(message):
    print(json.dumps(message), flush=True)


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
