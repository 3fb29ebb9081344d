"""Plays an Ollama server on 127.0.0.1, for tests and for trying hwctl without one. Standard library only.

usage: python3 Tests/OllamaDouble [--port N] [--version V] [--model MODEL.gguf] [--until-eof]

Prints "listening PORT" when it is ready; port 0, the default, is a free one. Without --model a few fixed rules write the
answers; with it llama.cpp does (scripts/setup-refiner fetches both). What goes wrong is chosen by the model's name: models.py.
GET /double/requests tells what was asked, GET /double/reset forgets it.
"""

import argparse
import os
import sys
import threading
from http.server import ThreadingHTTPServer

from answers import RuleWriter
from server import Handler, State


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--version", default="0.14.0", help="what /api/version says")
    parser.add_argument("--model", help="a model for llama.cpp (GGUF)")
    parser.add_argument("--until-eof", action="store_true", help="end when standard input does, with the test")
    options = parser.parse_args()
    if options.model:
        from llama import LlamaWriter

        writer = LlamaWriter(options.model)
    else:
        writer = RuleWriter()
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.daemon_threads = True
    server.state = State(options.version, writer)
    if options.until_eof:
        threading.Thread(target=lambda: (sys.stdin.buffer.read(), os._exit(0)), daemon=True).start()
    print(f"listening {server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main()
