"""Ollama's rules for keep_alive."""

import re
from datetime import timedelta

STANDARD = timedelta(minutes=5)
# What Ollama shows for "never": some 292 years.
FOREVER = timedelta(days=106751)
UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}


def keep_alive(value):
    """A number is seconds, a text is a Go duration with its unit ("0" needs none); negative is for ever."""
    if value is None:
        return STANDARD
    if isinstance(value, bool):
        raise ValueError("Unsupported type: 'bool'")
    if isinstance(value, (int, float)):
        seconds = float(value)
    elif value in ("0", "+0", "-0"):
        seconds = 0.0
    else:
        found = re.fullmatch(r"([+-]?)((?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+)", value)
        if not found:
            why = "missing unit in" if re.fullmatch(r"[+-]?[0-9.]+", value) else "invalid"
            raise ValueError(f'time: {why} duration "{value}"')
        parts = re.findall(r"(\d+(?:\.\d*)?)(ns|us|µs|ms|s|m|h)", found[2])
        seconds = sum(float(number) * UNITS[unit] for number, unit in parts) * (-1 if found[1] == "-" else 1)
    return FOREVER if seconds < 0 else timedelta(seconds=seconds)
