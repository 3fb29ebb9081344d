"""What a daemon costs while nobody presses anything."""
import subprocess
import time

from daemon import TOOLS, Daemon, Dictation
from figures import Figure

IDLE_SECONDS = 20
MEMORY_LIMIT = 30  # MiB
CPU_LIMIT = 0.5  # per cent of one core
# From the start until the last thread has gone to sleep; far more than it takes.
SETTLE_SECONDS = 3


def idle(folder):
    """Memory, CPU and record streams of hwctld without a worker, beside a bare sound client that waits."""
    with Daemon(f"{folder}/idle") as daemon, bare_client() as bare:
        daemon.wait_until(lambda: daemon.component("microphone")["ready"], "no sound server")
        while bare.stdout.readline() != "idle\n":
            pass
        time.sleep(SETTLE_SECONDS)
        ours, floor = cpu_nanoseconds(daemon.process.pid), cpu_nanoseconds(bare.pid)
        start = time.monotonic_ns()
        time.sleep(IDLE_SECONDS)
        elapsed = time.monotonic_ns() - start
        ours = 100 * (cpu_nanoseconds(daemon.process.pid) - ours) / elapsed
        floor = 100 * (cpu_nanoseconds(bare.pid) - floor) / elapsed
        if children(daemon.process.pid):
            raise RuntimeError("hwctld has a worker although nobody has pressed anything")
        figures = memory(daemon.process.pid, bare.pid)
        figures.append(Figure(f"idle CPU of a core, {IDLE_SECONDS} s", f"{ours:.3f} %", f"{floor:.3f} %",
                              f"{ours - floor:+.3f} %", f"{CPU_LIMIT} %", ours < CPU_LIMIT))
        figures.append(record_streams_figure(daemon))
        bare.stdin.close()
    return figures


def bare_client():
    return subprocess.Popen([f"{TOOLS}/bare_capture", "0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def memory(ours, bare):
    ours, bare = smaps_rollup(ours), smaps_rollup(bare)
    return [Figure(f"idle memory, {name}", f"{ours[name] / 1024:.1f} MiB", f"{bare[name] / 1024:.1f} MiB",
                   f"{ours[name] / bare[name]:.2f} x", f"{MEMORY_LIMIT} MiB", ours[name] / 1024 <= MEMORY_LIMIT)
            for name in ("Rss", "Pss")]


def smaps_rollup(process):
    """KiB by name, as in proc(5)."""
    with open(f"/proc/{process}/smaps_rollup") as file:
        lines = [line.split() for line in file][1:]
    return {words[0].rstrip(":"): int(words[1]) for words in lines}


def cpu_nanoseconds(process):
    """All that the process has run, threads that have ended included: its CPU clock, as in clock_getcpuclockid(3)."""
    cpuclock_sched = 2  # linux/posix-timers_types.h
    return time.clock_gettime_ns(~process << 3 | cpuclock_sched)


def children(process):
    return subprocess.run(["pgrep", "-P", str(process)], stdout=subprocess.PIPE, text=True).stdout.split()


def record_streams_figure(daemon):
    """None when idle; the floor is the one that a held pedal opens, which shows that the count can see it."""
    idle_count = record_streams()
    dictation = Dictation(daemon)
    dictation.command("begin")
    dictation.wait_for("firstFrame")
    held_count = record_streams()
    dictation.command("cancel")
    dictation.wait_for_end()
    after_count = record_streams()
    worst = max(idle_count, after_count)
    return Figure("record streams open, before and after a hold", f"{worst}", f"{held_count} while held", "-", "0",
                  worst == 0 and held_count == 1)


def record_streams():
    """How many programs record; the private server's own microphone is a module, and records too."""
    lines = subprocess.run(["pactl", "list", "short", "source-outputs"], check=True, text=True, timeout=20,
                           stdout=subprocess.PIPE).stdout.splitlines()
    return sum("protocol-native.c" in line for line in lines)
