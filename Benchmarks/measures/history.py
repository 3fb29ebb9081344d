"""The voice history at sizes that years of dictation reach."""
import json
import os
import re
import subprocess
import time

from daemon import BUILD
from figures import Figure, percentile

SIZES = (1_000, 10_000, 100_000)
SEARCH_LIMIT = 25  # ms
PAGE_LIMIT = 10  # ms
# Frequent and rare words, a beginning, and two words, of those that history-tester generates.
QUERIES = ('"wt"*', '"we"*', '"wett"*', '"wx"*', '"wt" "wa"*', '"wnnt"*', '"weo"*', '"wo" "wi"*', '"wteo"*', '"ws"*')


def history_at_scale(folder):
    """Lists, searches and storing in a history of 1,000, 10,000 and 100,000 sessions of five results."""
    return [figure for sessions in SIZES for figure in at_size(f"{folder}/history-{sessions}", sessions)]


def at_size(folder, sessions):
    tester = f"{BUILD}/history-tester"
    subprocess.run([tester, "generate", folder, str(sessions), "recordings"], check=True)
    ours = json.loads(subprocess.run([tester, "measure", folder], check=True, capture_output=True).stdout)
    page, search = floors(f"{folder}/history.sqlite")
    look = look_floor(folder)
    last = sessions == SIZES[-1]
    what = f"history of {sessions:,}"
    return [
        line(f"{what}: search, p95", ours["search95"], search, SEARCH_LIMIT if last else None),
        line(f"{what}: first page, p95", ours["page95"], page, PAGE_LIMIT if last else None),
        line(f"{what}: store a session, p95", ours["insert95"]),
        line(f"{what}: delete a session and its words", ours["remove"]),
        line(f"{what}: longest step of that, with its pause", ours["removeStep"]),
        line(f"{what}: open", ours["open"]),
        line(f"{what}: reconcile, nothing lost", ours["reconcile"], look),
        line(f"{what}: open with a damaged page", ours["salvage"]),
        line(f"{what}: recordings back after its loss", ours["recover"]),
        line(f"{what}: read through (background)", ours["check"]),
        Figure(f"{what}: size", f"{ours['bytes'] / 1e6:.1f} MB", "-",
               f"{ours['bytes'] / ours['sessions']:.0f} B a session", "-", True),
    ]


def line(what, ours, floor=None, limit=None):
    return Figure(what, f"{ours:.2f} ms", "-" if floor is None else f"{floor:.2f} ms",
                  "-" if floor is None else f"{ours / max(floor, 0.01):.2f} x",
                  "-" if limit is None else f"{limit} ms", limit is None or ours <= limit)


def floors(path):
    """p95 of the same questions in plain SQL in the sqlite3 shell, in ms of processor time as its own timer tells: all is in the
    page cache, and its wall clock has whole milliseconds only."""
    page = f"SELECT * FROM (SELECT * FROM voice_sessions ORDER BY position DESC LIMIT 20) AS s {JOIN}"
    search = [f"SELECT * FROM (SELECT DISTINCT rowid / 1024 AS position FROM voice_text "
              f"WHERE voice_text MATCH '{query}' ORDER BY rowid DESC LIMIT 20) AS s {JOIN}" for query in QUERIES]
    return percentile(times(path, [page] * 100), 95), percentile(times(path, search * 10), 95)


def look_floor(folder):
    """ms: the names in the folder, and what the sqlite3 shell reads of the recordings, without comparing them."""
    start = time.process_time()
    os.listdir(folder)
    names = (time.process_time() - start) * 1000
    query = "SELECT id, audio_name, audio_sha256, audio_missing FROM voice_sessions WHERE audio_name IS NOT NULL;"
    return names + percentile(times(f"{folder}/history.sqlite", [query] * 5), 50)


JOIN = "JOIN voice_results AS r ON r.id >= s.position * 1024 AND r.id < (s.position + 1) * 1024;"


def times(path, queries):
    script = ".timer on\n.output /dev/null\n" + "\n".join(queries)
    answer = subprocess.run(["sqlite3", path], input=script, check=True, capture_output=True, text=True)
    found = re.findall(r"user ([0-9.]+) sys ([0-9.]+)", answer.stdout)
    if len(found) != len(queries):
        raise RuntimeError(f"the sqlite3 shell timed {len(found)} of {len(queries)} queries")
    return [(float(user) + float(system)) * 1000 for user, system in found]
