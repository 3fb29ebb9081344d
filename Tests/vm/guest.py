#!/usr/bin/python3
"""guest.py [PATTERN]: runs the real-kernel cases inside the VM (Tests/vm/lane starts it).

A case is a function case_… of a module cases/*.py; its doc string's first line is its sentence. It fails by raising
and skips by raising kernel.case.Skip with a reason. Cases run one after the other: there is one kernel.
"""
import importlib
import os
import re
import sys
import time
import traceback

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)
from kernel.case import Skip  # noqa: E402


def cases():
    for name in sorted(os.listdir(os.path.join(HERE, "cases"))):
        if name.endswith(".py"):
            module = importlib.import_module(f"cases.{name[:-3]}")
            # A copy: a warning while a case runs adds a name to its module.
            for key, value in list(vars(module).items()):
                if key.startswith("case_"):
                    yield value.__doc__.strip().splitlines()[0].rstrip("."), value


def run(sentence, case):
    """Returns "ok", "FAILED" or "skipped"."""
    start = time.monotonic()
    try:
        case()
        verdict, detail = "ok", ""
    except Skip as skip:
        verdict, detail = "skipped", f" ({skip})"
    except BaseException:  # noqa: B902 - whatever a case does, the others run
        verdict, detail = "FAILED", "\n" + traceback.format_exc()
    print(f"{verdict:8}{sentence} [{time.monotonic() - start:.1f} s]{detail}", flush=True)
    return verdict


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else ""
    verdicts = [run(sentence, case) for sentence, case in cases() if re.search(pattern, sentence, re.IGNORECASE)]
    passed, failed = verdicts.count("ok"), verdicts.count("FAILED")
    skipped = verdicts.count("skipped")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    sys.exit(0 if passed and not failed else 1)


main()
