"""What cases are written with."""
import os
import subprocess

from kernel.daemon import BUILD, ROOT


class Skip(Exception):
    """The case cannot run here; the reason is its text."""


def equal(actual, expected, what="value"):
    if actual != expected:
        raise AssertionError(f"{what}:\n  expected {expected!r}\n  got      {actual!r}")


def equal_lists(actual, expected, what="list"):
    """As `equal`, but of long lists only the first difference is shown."""
    for index, (left, right) in enumerate(zip(actual, expected)):
        equal(left, right, f"{what}, number {index}")
    equal(len(actual), len(expected), f"how many {what}")


def swift_tests(pattern, environment=None):
    """Runs the Swift tests that match; fails with their output when one fails or none ran."""
    bundle = os.path.join(BUILD, "hwctlPackageTests.xctest")
    result = subprocess.run([bundle, "--testing-library", "swift-testing", "--filter", pattern], cwd=ROOT,
                            env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0 or "✔ Test " not in result.stdout:
        raise AssertionError(f"exit status {result.returncode}\n{result.stdout}")
    return result.stdout
