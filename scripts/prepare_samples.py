#!/usr/bin/env python3
"""Turn recordings into 16 kHz mono 16 bit WAV files, the one form that tests and demo use.

    prepare_samples.py OUT_FOLDER WAV...

Reads 16 bit and 32 bit float WAV files at 16, 24 or 48 kHz.  Needs numpy.
"""

import struct
import sys
import wave
from math import gcd
from pathlib import Path

import numpy as np

RATE = 16000
TAPS = 64  # of the low-pass filter, to each side and for each step of the coarser rate


def read(path: Path) -> tuple[np.ndarray, int]:
    """Samples in -1...1, of the first channel, and their rate."""
    data = path.read_bytes()
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise ValueError(f"{path} is not a WAV file")
    at, form, samples = 12, None, None
    while at + 8 <= len(data) and samples is None:
        name, size = struct.unpack_from("<4sI", data, at)
        if name == b"fmt ":
            form = struct.unpack_from("<HHIIHH", data, at + 8)
        if name == b"data":
            samples = data[at + 8:at + 8 + size]
        at += 8 + size + size % 2
    if form is None or samples is None:
        raise ValueError(f"{path} has no sound in it")
    kind, channels, rate, _, _, bits = form
    if kind == 0xFFFE:  # WAVE_FORMAT_EXTENSIBLE: 32 bits are floats in the files we know
        kind = 3 if bits == 32 else 1
    if (kind, bits) == (3, 32):
        sound = np.frombuffer(samples[:len(samples) // 4 * 4], "<f4").astype(np.float64)
    elif (kind, bits) == (1, 16):
        sound = np.frombuffer(samples[:len(samples) // 2 * 2], "<i2") / 32768
    else:
        raise ValueError(f"{path} has format {kind} with {bits} bits")
    return sound[::channels], rate


def resample(sound: np.ndarray, rate: int) -> np.ndarray:
    """By a windowed sinc at the common multiple of the two rates."""
    if rate == RATE:
        return sound
    up, down = RATE // gcd(rate, RATE), rate // gcd(rate, RATE)
    step = max(up, down)
    place = np.arange(-TAPS * step, TAPS * step + 1)
    low_pass = np.sinc(place / step) * np.kaiser(len(place), 9.0) * (up / step)
    spread = np.zeros(len(sound) * up)
    spread[::up] = sound
    return np.convolve(spread, low_pass, "same")[::down]


def main() -> None:
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for source in map(Path, sys.argv[2:]):
        sound = resample(*read(source))
        whole = np.clip(np.rint(sound * 32768), -32768, 32767).astype("<i2")
        with wave.open(str(target / source.name), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(whole.tobytes())


if __name__ == "__main__":
    main()
