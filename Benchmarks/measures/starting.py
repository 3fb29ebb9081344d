"""Commands from start to end."""
import os
import time

from daemon import BUILD, TOOLS, Daemon
from figures import Figure, median

RUNS = 100
STATUS_LIMIT = 15  # ms
HELP_LIMIT = 8  # ms


def commands(folder):
    """posix_spawn to the end of the process, hwctl and the floor in turns."""
    with Daemon(f"{folder}/start") as daemon:
        status = compare("hwctl status, start to end", [f"{BUILD}/hwctl", "status"],
                         [f"{TOOLS}/bare_status", daemon.socket_path], STATUS_LIMIT, daemon.environment)
    help_page = compare("hwctl --help, start to end", [f"{BUILD}/hwctl", "--help"], ["/bin/true"], HELP_LIMIT,
                        os.environ)
    return [status, help_page]


def compare(what, ours, floor, limit, environment):
    times = [(run(ours, environment), run(floor, environment)) for _ in range(RUNS)]
    ours, floor = median([pair[0] for pair in times]), median([pair[1] for pair in times])
    return Figure(f"{what}, median of {RUNS}", f"{ours:.2f} ms", f"{floor:.2f} ms", f"{ours / floor:.2f} x",
                  f"{limit} ms", ours <= limit)


def run(words, environment):
    """Milliseconds; the output is thrown away."""
    quiet = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
    start = time.monotonic_ns()
    process = os.posix_spawn(words[0], words, environment, file_actions=quiet)
    _, status = os.waitpid(process, 0)
    milliseconds = (time.monotonic_ns() - start) / 1e6
    if status != 0:
        raise RuntimeError(f"{' '.join(words)} failed (status {status})")
    return milliseconds
