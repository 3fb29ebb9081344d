"""The double's HTTP side: Ollama's API, as far as hwctl and the official client use it."""

import json
import select
import threading
import time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler

from durations import keep_alive
from models import MODELS, digest, find

DETAILS = {
    "parent_model": "", "format": "gguf", "family": "llama", "families": ["llama"], "parameter_size": "134.52M",
    "quantization_level": "Q4_1",
}
REMOTE = {"remote_model": "gpt-oss:120b", "remote_host": "https://ollama.com:443"}


def now():
    return datetime.now(timezone.utc)


def stamp(instant=None):
    return (instant or now()).isoformat().replace("+00:00", "Z")


class State:
    def __init__(self, version, writer):
        self.version, self.writer = version, writer
        self.lock = threading.Lock()
        # One at a time, as a server with one slot does.
        self.slot = threading.Lock()
        self.loaded = {}  # name -> when it is dropped
        self.kept = {}  # name -> its keep-alive
        self.drifts = {}  # name -> how often its digest was asked for
        self.requests = []

    def expire(self):
        for name in [name for name, end in self.loaded.items() if end <= now()]:
            del self.loaded[name]

    def tags(self, model):
        entry = dict(name=model.name, model=model.name, modified_at=stamp(), size=98362432, digest=model.digest, details=DETAILS)
        if model.drifts:
            count = self.drifts[model.name] = self.drifts.get(model.name, 0) + 1
            entry["digest"] = digest(100 + count % 100)
        if model.remote_in_tags:
            entry.update(REMOTE)
        return entry

    def is_remote(self, model):
        return model.remote_in_tags or model.remote_in_show or model.drifts and self.drifts.get(model.name, 0) > 1


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body are written apart; else the second would wait 40 ms for the first one's acknowledgement.
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    @property
    def state(self):
        return self.server.state

    # Answers

    def reply(self, code, value, kind="application/json; charset=utf-8", headers=()):
        body = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, text in headers:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def fail(self, code, message):
        self.reply(code, {"error": message})

    def stream(self, objects):
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for value in objects:
            line = json.dumps(value).encode() + b"\n"
            self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def wait_for_goodbye(self, seconds):
        """Until the client closes the connection, at most so long."""
        select.select([self.connection], [], [], seconds)

    # Requests

    def do_GET(self):
        state = self.state
        with state.lock:
            state.expire()
            if self.path == "/double/requests":
                return self.reply(200, state.requests)
            state.requests.append({"path": self.path, "body": None})
            answers = {
                "/api/version": lambda: {"version": state.version},
                "/api/tags": lambda: {"models": [state.tags(model) for model in MODELS.values()]},
                "/api/ps": lambda: {"models": [self.loaded_entry(name, end) for name, end in state.loaded.items()]},
            }
            if self.path == "/double/reset":
                state.requests.clear()
                return self.reply(200, {})
            if self.path in answers:
                return self.reply(200, answers[self.path]())
        if self.path == "/":
            return self.reply(200, "Ollama is running", "text/plain; charset=utf-8")
        self.reply(404, "404 page not found", "text/plain")

    do_HEAD = do_GET

    def loaded_entry(self, name, end):
        return dict(
            name=name, model=name, size=150000000, digest=MODELS[name].digest, details=DETAILS, expires_at=stamp(end),
            size_vram=0, context_length=4096)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not body:
            return self.fail(400, "missing request body")
        try:
            request = json.loads(body)
        except ValueError as error:
            return self.fail(400, str(error))
        with self.state.lock:
            self.state.requests.append({"path": self.path, "body": request})
        if self.path == "/api/show":
            return self.show(request)
        if self.path in ("/api/chat", "/api/generate"):
            return self.generate(request, is_chat=self.path == "/api/chat")
        self.reply(404, "404 page not found", "text/plain")

    def show(self, request):
        name = request.get("model") or request.get("name")
        if not name:
            return self.fail(400, "model is required")
        model = find(name)
        if not model:
            return self.fail(404, f"model '{name}' not found")
        details = dict(
            details=DETAILS, model_info={"general.architecture": "llama"}, capabilities=list(model.capabilities),
            modified_at=stamp())
        if self.state.is_remote(model):
            details.update(REMOTE)
        self.reply(200, details)

    def generate(self, request, is_chat):
        name = request.get("model")
        if not name:
            return self.fail(400, "model is required") if is_chat else self.fail(404, "model '' not found")
        model = find(name)
        if not model:
            return self.fail(404, f"model '{name}' not found")
        if self.state.is_remote(model):
            return self.reply(401, {"error": "unauthorized", "signin_url": "https://ollama.com/connect"})
        try:
            kept = keep_alive(request.get("keep_alive"))
        except ValueError as error:
            return self.fail(400, str(error))
        think = request.get("think")
        if think and not (think is True or think in ("low", "medium", "high", "max")):
            return self.fail(400, f'invalid think value: "{think}" (must be "high", "medium", "low", "max", true, or false)')
        if think:
            return self.fail(400, f'"{name}" does not support thinking')
        answer = Answer(self, request, model, is_chat)
        if answer.is_empty and "keep_alive" in request and kept == timedelta(0):
            self.state.loaded.pop(model.name, None)
            return self.reply(200, answer.whole("", "unload"))
        self.load(model, kept, request)
        if answer.is_empty:
            return self.reply(200, answer.whole("", "load"))
        schema = request.get("format")
        if schema not in (None, "", "json") and not isinstance(schema, dict):
            return self.fail(500, f'invalid format: {json.dumps(schema)}; expected "json" or a valid JSON Schema object')
        answer.send(schema)

    def load(self, model, kept, request):
        """A model that is loaded keeps its keep-alive unless a new one comes."""
        state = self.state
        if model.name not in state.loaded and model.load_time:
            self.wait_for_goodbye(model.load_time)
        if request.get("keep_alive") is None and model.name in state.loaded:
            kept = state.kept[model.name]
        state.kept[model.name] = kept
        state.loaded[model.name] = now() + kept


class Answer:
    """One answer of /api/chat or /api/generate, with the model's fault."""

    def __init__(self, handler, request, model, is_chat):
        self.handler, self.request, self.model, self.is_chat = handler, request, model, is_chat
        self.is_empty = not (request.get("messages") if is_chat else request.get("prompt"))
        self.base = {"model": request["model"], "created_at": stamp()}

    def part(self, text):
        content = {"message": {"role": "assistant", "content": text}} if self.is_chat else {"response": text}
        return {**self.base, **content}

    def whole(self, text, reason, **counts):
        return {**self.part(text), "done": True, "done_reason": reason, **counts}

    def send(self, schema):
        fault = getattr(self, "fault_" + self.model.fault, None) if self.model.fault else None
        if fault:
            fault(schema)
        else:
            self.proper(schema)

    def proper(self, schema):
        start = time.monotonic_ns()
        request = self.request
        messages = request["messages"] if self.is_chat else [{"role": "user", "content": request["prompt"]}]
        with self.handler.state.slot:
            text, reason, read, written = self.handler.state.writer.write(
                messages, request.get("options") or {}, schema, self.model)
        counts = dict(
            total_duration=time.monotonic_ns() - start, load_duration=1, prompt_eval_count=read, eval_count=written)
        if request.get("stream") is False:
            return self.handler.reply(200, self.whole(text, reason, **counts))
        pieces = [{**self.part(text[index:index + 8]), "done": False} for index in range(0, len(text), 8)]
        self.handler.stream(pieces + [self.whole("", reason, **counts)])

    def fault_busy(self, schema):
        self.handler.fail(503, "server busy, please try again.  maximum pending requests exceeded")

    def fault_boom(self, schema):
        self.handler.fail(500, "llama-server process has terminated: signal: killed")

    def fault_slow(self, schema):
        self.handler.wait_for_goodbye(1.5)
        self.proper(schema)

    def fault_never(self, schema):
        self.handler.wait_for_goodbye(60)
        self.handler.close_connection = True

    def fault_halfway(self, schema):
        self.handler.stream([{**self.part('{"blo'), "done": False}, {"error": "an error was encountered while running the model"}])

    def fault_redirect(self, schema):
        self.handler.reply(307, "", headers=[("Location", "http://127.0.0.1:1/api/chat")])

    def fault_endless(self, schema):
        def pieces():
            while True:
                yield {**self.part("and on "), "done": False}
        try:
            self.handler.stream(pieces())
        except OSError:
            self.handler.close_connection = True

    def fault_cut(self, schema):
        handler = self.handler
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json; charset=utf-8")
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b'{"model":"cut:latest","message":{"content":"')
        handler.close_connection = True

    def fault_plain(self, schema):
        self.handler.reply(200, "Ollama is running", "text/plain")

    def fault_truncated(self, schema):
        self.handler.reply(200, self.whole('{"blocks":[{"kind":"paragraph","text":"So, can', "length"))

    def fault_undone(self, schema):
        self.handler.reply(200, {**self.part("the the the the"), "done": False})

    def fault_garbage(self, schema):
        self.handler.reply(200, self.whole("So, can you tell me?", "stop"))

    def fault_impostor(self, schema):
        self.base["model"] = "another:latest"
        self.proper(schema)

    def fault_leaky(self, schema):
        self.base.update(REMOTE)
        self.proper(schema)
