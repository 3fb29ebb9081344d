#!/usr/bin/env python3
"""Turn a CTranslate2 Whisper model into files that sherpa-onnx runs well.

    prepare_whisper.py NAME OUT_FOLDER MODEL_FOLDER [FURTHER_FOLDER...]

NAME is the size as OpenAI calls it ("tiny.en").  MODEL_FOLDER holds model.bin (or its parts model.bin.part1, ..., which may
lie in the further folders), vocabulary.txt and config.json.  OUT_FOLDER gets encoder.onnx, decoder.onnx (weights in 8 bits)
and tokens.txt.  The same packages give the same bytes.  Torch is not used.

What sherpa-onnx expects (read from its offline-whisper-model.cc and tried with 2.0.1):

  encoder   mel [1, 80, frames] -> n_layer_cross_k, n_layer_cross_v [layers, 1, frames/2, state]
            `frames` must stay dynamic, since sherpa pads an utterance by `tail_paddings`
            frames only and not to 30 s.  All model facts are in the encoder's metadata.
  decoder   tokens [1, n], in_n_layer_self_k_cache, in_n_layer_self_v_cache
            [layers, 1, 448, state], n_layer_cross_k, n_layer_cross_v, offset [1]
            -> logits [1, n, vocabulary], out_n_layer_self_k_cache, out_n_layer_self_v_cache
            and, for the words' times, cross_attention_weights [1, heads, n, frames/2].
            Inputs and outputs are matched by position, not by name.
  tokens    one line a token: "<base64 of its bytes> <id>", special tokens left out.

Checked against CTranslate2 itself (float32, three recordings each): all greedy token sequences are equal.

Needs numpy, onnx and onnxruntime, in the versions of requirements-conversion.txt.
"""

import argparse
import base64
import json
import struct
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

OPSET = 17
IR_VERSION = 8

# ---------------------------------------------------------------- CTranslate2 model.bin

DTYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}


class ModelBin:
    """The variables of a CTranslate2 model.bin (binary version 6)."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0
        self.version = self._number("I")
        if self.version != 6:
            raise ValueError(f"model.bin has binary version {self.version}; this reads 6")
        self.spec = self._string()
        self.revision = self._number("I")
        self.variables: dict[str, np.ndarray] = {}
        for _ in range(self._number("I")):
            name = self._string()
            shape = [self._number("I") for _ in range(self._number("B"))]
            dtype = DTYPES.get(code := self._number("B"))
            if dtype is None:
                raise ValueError(f"{name} has data type {code}, which this does not read")
            size = self._number("I")
            raw = self._bytes(size)
            self.variables[name] = np.frombuffer(raw, dtype=dtype).reshape(shape)
        for _ in range(self._number("I")):
            alias, name = self._string(), self._string()
            self.variables[alias] = self.variables[name]
        if self.at != len(data):
            raise ValueError(f"model.bin has {len(data) - self.at} bytes after its end")

    def _bytes(self, size: int) -> bytes:
        if self.at + size > len(self.data):
            raise ValueError("model.bin is cut short")
        self.at += size
        return self.data[self.at - size:self.at]

    def _number(self, code: str) -> int:
        return struct.unpack("<" + code, self._bytes(struct.calcsize(code)))[0]

    def _string(self) -> str:
        return self._bytes(self._number("H")).rstrip(b"\0").decode("utf-8")

    def floats(self, name: str) -> np.ndarray:
        value = self.variables[name]
        if value.dtype == np.int8:  # an int8 checkpoint: one scale for each output row
            return value.astype(np.float32) / self.variables[name + "_scale"][:, None]
        return value.astype(np.float32)

    def number(self, name: str) -> int:
        return int(self.variables[name])

    def layers(self, side: str) -> int:
        names = {n.split("/")[1] for n in self.variables if n.startswith(side + "/layer_")}
        return len(names - {"layer_norm"})


def read_model_bin(folders: list[Path]) -> ModelBin:
    for folder in folders:
        if (folder / "model.bin").is_file():
            return ModelBin((folder / "model.bin").read_bytes())
    parts = sorted((p for f in folders for p in f.glob("model.bin.part*")), key=lambda p: p.name)
    if not parts:
        raise FileNotFoundError(f"no model.bin in {', '.join(map(str, folders))}")
    return ModelBin(b"".join(p.read_bytes() for p in parts))


# ------------------------------------------------------------------------- tokens.txt


def byte_of_character() -> dict[str, int]:
    """GPT-2's table: each of the 256 bytes is written as one printable character."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    table = {chr(b): b for b in plain}
    shifted = (b for b in range(256) if b not in set(plain))
    table.update({chr(256 + i): b for i, b in enumerate(shifted)})
    return table


def read_vocabulary(path: Path) -> list[str]:
    words = path.read_text(encoding="utf-8").split("\n")
    return words[:-1] if words[-1] == "" else words


def write_tokens(words: list[str], end: int, path: Path) -> None:
    table = byte_of_character()
    with path.open("w", encoding="ascii", newline="\n") as f:
        for i, word in enumerate(words[:end]):
            if word:  # the multilingual vocabulary has one empty entry, never predicted
                raw = bytes(table[c] for c in word)
                f.write(f"{base64.b64encode(raw).decode()} {i}\n")


# ----------------------------------------------------------------------- ONNX building


class Graph:
    """Collects nodes and weights; each method adds one node and names its output."""

    def __init__(self):
        self.nodes, self.weights, self.count, self.constants = [], [], 0, {}

    def op(self, kind: str, *inputs: str, outputs: int = 1, name: str | None = None, **attributes):
        self.count += 1
        names = [name] if name else [f"{kind}_{self.count}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names,
                                           name=f"{kind}_{self.count}", **attributes))
        return names[0] if len(names) == 1 else names

    def weight(self, name: str, value: np.ndarray) -> str:
        self.weights.append(numpy_helper.from_array(np.asarray(value, order="C"), name))
        return name

    def integers(self, *values: int) -> str:
        """A one-dimensional int64 constant."""
        return self._constant(np.array(values, np.int64))

    def scalar(self, value: float) -> str:
        return self._constant(np.array(value, np.float32))

    def _constant(self, value: np.ndarray) -> str:
        key = (value.dtype.str, value.shape, value.tobytes())
        if key not in self.constants:
            self.constants[key] = self.weight(f"constant_{len(self.constants)}", value)
        return self.constants[key]

    def linear(self, x: str, name: str, weight: np.ndarray, bias: np.ndarray | None) -> str:
        y = self.op("MatMul", x, self.weight(name + ".weight", weight.T))
        if bias is None or not bias.any():
            return y
        return self.op("Add", y, self.weight(name + ".bias", bias))

    def norm(self, x: str, model: ModelBin, name: str) -> str:
        return self.op("LayerNormalization", x,
                       self.weight(name + ".gamma", model.floats(name + "/gamma")),
                       self.weight(name + ".beta", model.floats(name + "/beta")),
                       axis=-1, epsilon=1e-5)

    def gelu(self, x: str) -> str:
        half = self.op("Mul", x, self.scalar(0.5))
        erf = self.op("Erf", self.op("Mul", x, self.scalar(0.5 ** 0.5)))
        return self.op("Mul", half, self.op("Add", erf, self.scalar(1.0)))

    def heads(self, x: str, heads: int, size: int, keys: bool = False) -> str:
        """[1, n, state] to [1, heads, n, size]; keys come out as [1, heads, size, n]."""
        x = self.op("Reshape", x, self.integers(0, -1, heads, size))
        return self.op("Transpose", x, perm=[0, 2, 3, 1] if keys else [0, 2, 1, 3])

    def scores(self, q: str, k: str, heads: int, size: int) -> str:
        q = self.op("Mul", q, self.scalar(size ** -0.5))
        return self.op("MatMul", self.heads(q, heads, size), self.heads(k, heads, size, keys=True))

    def mixed(self, scores: str, v: str, heads: int, size: int) -> str:
        out = self.op("MatMul", self.op("Softmax", scores, axis=-1), self.heads(v, heads, size))
        out = self.op("Transpose", out, perm=[0, 2, 1, 3])
        return self.op("Reshape", out, self.integers(0, 0, heads * size))

    def feed_forward(self, x: str, model: ModelBin, name: str) -> str:
        h = self.norm(x, model, f"{name}/layer_norm")
        h = self.linear(h, f"{name}/linear_0", model.floats(f"{name}/linear_0/weight"),
                        model.floats(f"{name}/linear_0/bias"))
        h = self.linear(self.gelu(h), f"{name}/linear_1", model.floats(f"{name}/linear_1/weight"),
                        model.floats(f"{name}/linear_1/bias"))
        return self.op("Add", x, h)

    def model(self, name: str, inputs: list, outputs: list) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, name, inputs, outputs, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)],
                                  producer_name="convert_whisper", ir_version=IR_VERSION)
        onnx.checker.check_model(model, full_check=True)
        return model


def tensor(name: str, kind: int, *shape) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, list(shape))


def build_encoder(model: ModelBin) -> onnx.ModelProto:
    g = Graph()
    state = model.floats("encoder/conv1/bias").shape[0]
    mels = model.variables["encoder/conv1/weight"].shape[1]
    heads = model.number("encoder/num_heads")
    size = state // heads

    x = "mel"
    for conv, stride in (("encoder/conv1", 1), ("encoder/conv2", 2)):
        x = g.op("Conv", x, g.weight(conv + ".weight", model.floats(conv + "/weight")),
                 g.weight(conv + ".bias", model.floats(conv + "/bias")),
                 kernel_shape=[3], pads=[1, 1], strides=[stride])
        x = g.gelu(x)
    x = g.op("Transpose", x, perm=[0, 2, 1])

    positions = model.floats("encoder/position_encodings/encodings")
    length = g.op("Shape", x, start=1, end=2)
    x = g.op("Add", x, g.op("Slice", g.weight("positions", positions),
                            g.integers(0), length, g.integers(0)))

    for i in range(model.layers("encoder")):
        name = f"encoder/layer_{i}/self_attention"
        h = g.norm(x, model, f"{name}/layer_norm")
        qkv = g.linear(h, f"{name}/linear_0", model.floats(f"{name}/linear_0/weight"),
                       model.floats(f"{name}/linear_0/bias"))
        q, k, v = g.op("Split", qkv, g.integers(state, state, state), outputs=3, axis=-1)
        h = g.mixed(g.scores(q, k, heads, size), v, heads, size)
        h = g.linear(h, f"{name}/linear_1", model.floats(f"{name}/linear_1/weight"),
                     model.floats(f"{name}/linear_1/bias"))
        x = g.feed_forward(g.op("Add", x, h), model, f"encoder/layer_{i}/ffn")
    x = g.norm(x, model, "encoder/layer_norm")

    # The decoder's cross-attention keys and values, worked out once an utterance.
    keys, values = [], []
    text_state = model.variables["decoder/embeddings/weight"].shape[1]
    layers = model.layers("decoder")
    for i in range(layers):
        name = f"decoder/layer_{i}/attention/linear_1"
        kv = g.linear(x, name, model.floats(name + "/weight"), model.floats(name + "/bias"))
        k, v = g.op("Split", kv, g.integers(text_state, text_state), outputs=2, axis=-1)
        keys.append(g.op("Unsqueeze", k, g.integers(0)))
        values.append(g.op("Unsqueeze", v, g.integers(0)))
    g.op("Concat", *keys, axis=0, name="n_layer_cross_k")
    g.op("Concat", *values, axis=0, name="n_layer_cross_v")

    cross = (layers, "n_audio", "encoded_frames", text_state)
    return g.model("whisper_encoder",
                   [tensor("mel", TensorProto.FLOAT, "n_audio", mels, "frames")],
                   [tensor("n_layer_cross_k", TensorProto.FLOAT, *cross),
                    tensor("n_layer_cross_v", TensorProto.FLOAT, *cross)])


def build_decoder(model: ModelBin, alignment_heads: list[list[int]]) -> onnx.ModelProto:
    g = Graph()
    embeddings = model.floats("decoder/embeddings/weight")
    vocabulary, state = embeddings.shape
    positions = model.floats("decoder/position_encodings/encodings")
    context = positions.shape[0]
    heads = model.number("decoder/num_heads")
    size = state // heads
    layers = model.layers("decoder")
    zero, one, two, three = (g.integers(i) for i in range(4))

    # The look-up table stays in float16: the source is float16, and it halves the memory.
    table = g.weight("embeddings", embeddings.astype(np.float16))
    x = g.op("Cast", g.op("Gather", table, "tokens", axis=0), to=TensorProto.FLOAT)
    count = g.op("Shape", "tokens", start=1, end=2)
    total = g.op("Add", "offset", count)
    x = g.op("Add", x, g.op("Slice", g.weight("positions", positions), "offset", total, zero))

    # Token i of this call may look at every cached token and at tokens 0...i of this call.
    column = g.op("Range", g._constant(np.array(0, np.int64)),
                  g.op("Squeeze", total, zero), g._constant(np.array(1, np.int64)))
    row = g.op("Unsqueeze", g.op("Slice", column, "offset", total, zero), one)
    mask = g.op("Where", g.op("Greater", column, row), g.scalar(-1e9), g.scalar(0.0))

    new_keys, new_values, attention = [], [], []
    for i in range(layers):
        name = f"decoder/layer_{i}/self_attention"
        h = g.norm(x, model, f"{name}/layer_norm")
        qkv = g.linear(h, f"{name}/linear_0", model.floats(f"{name}/linear_0/weight"),
                       model.floats(f"{name}/linear_0/bias"))
        q, k, v = g.op("Split", qkv, g.integers(state, state, state), outputs=3, axis=-1)
        new_keys.append(g.op("Unsqueeze", k, zero))
        new_values.append(g.op("Unsqueeze", v, zero))
        layer = g._constant(np.array(i, np.int64))
        past = [g.op("Slice", g.op("Gather", cache, layer, axis=0), zero, "offset", one)
                for cache in ("in_n_layer_self_k_cache", "in_n_layer_self_v_cache")]
        k = g.op("Concat", past[0], k, axis=1)
        v = g.op("Concat", past[1], v, axis=1)
        scores = g.op("Add", g.scores(q, k, heads, size), mask)
        h = g.mixed(scores, v, heads, size)
        h = g.linear(h, f"{name}/linear_1", model.floats(f"{name}/linear_1/weight"),
                     model.floats(f"{name}/linear_1/bias"))
        x = g.op("Add", x, h)

        name = f"decoder/layer_{i}/attention"
        h = g.norm(x, model, f"{name}/layer_norm")
        q = g.linear(h, f"{name}/linear_0", model.floats(f"{name}/linear_0/weight"),
                     model.floats(f"{name}/linear_0/bias"))
        k = g.op("Gather", "n_layer_cross_k", layer, axis=0)
        v = g.op("Gather", "n_layer_cross_v", layer, axis=0)
        scores = g.scores(q, k, heads, size)
        if chosen := [head for at, head in alignment_heads if at == i]:
            # sherpa-onnx takes the softmax itself, after it cut the padding off.
            attention.append(g.op("Gather", scores, g.integers(*chosen), axis=1))
        h = g.mixed(scores, v, heads, size)
        h = g.linear(h, f"{name}/linear_2", model.floats(f"{name}/linear_2/weight"),
                     model.floats(f"{name}/linear_2/bias"))
        x = g.feed_forward(g.op("Add", x, h), model, f"decoder/layer_{i}/ffn")

    x = g.norm(x, model, "decoder/layer_norm")
    g.op("MatMul", x, g.weight("projection", embeddings.T), name="logits")
    for kind, new in (("k", new_keys), ("v", new_values)):
        cache = f"in_n_layer_self_{kind}_cache"
        g.op("Concat", g.op("Slice", cache, zero, "offset", two), g.op("Concat", *new, axis=0),
             g.op("Slice", cache, total, g.integers(context), two),
             axis=2, name=f"out_n_layer_self_{kind}_cache")

    cache = (layers, "n_audio", context, state)
    cross = (layers, "n_audio", "encoded_frames", state)
    outputs = [tensor("logits", TensorProto.FLOAT, "n_audio", "n_tokens", vocabulary),
               tensor("out_n_layer_self_k_cache", TensorProto.FLOAT, *cache),
               tensor("out_n_layer_self_v_cache", TensorProto.FLOAT, *cache)]
    if attention:
        g.op("Concat", *attention, axis=1, name="cross_attention_weights")
        outputs.append(tensor("cross_attention_weights", TensorProto.FLOAT, "n_audio",
                              len(alignment_heads), "n_tokens", "encoded_frames"))
    return g.model("whisper_decoder",
                   [tensor("tokens", TensorProto.INT64, "n_audio", "n_tokens"),
                    tensor("in_n_layer_self_k_cache", TensorProto.FLOAT, *cache),
                    tensor("in_n_layer_self_v_cache", TensorProto.FLOAT, *cache),
                    tensor("n_layer_cross_k", TensorProto.FLOAT, *cross),
                    tensor("n_layer_cross_v", TensorProto.FLOAT, *cross),
                    tensor("offset", TensorProto.INT64, 1)], outputs)


def metadata(model: ModelBin, words: list[str], config: dict, name: str) -> dict[str, str]:
    """The facts sherpa-onnx reads from the encoder; it ends the process when one is missing."""
    ids = {word: i for i, word in enumerate(words) if word.startswith("<|")}
    # English-only and multilingual vocabularies hold the same special tokens; only the
    # multilingual one has an empty entry, so its <|endoftext|> has id 50257, not 50256.
    multilingual = ids["<|endoftext|>"] == 50257
    first, last = ids["<|startoftranscript|>"] + 1, ids["<|translate|>"]
    languages = {words[i][2:-2]: i for i in range(first, last)}
    start = [ids["<|startoftranscript|>"]]
    if multilingual:
        start += [languages["en"], ids["<|transcribe|>"]]
    encoder = model.variables["encoder/position_encodings/encodings"].shape
    decoder = model.variables["decoder/position_encodings/encodings"].shape
    facts = {
        "model_type": f"whisper-{name}",
        "version": 1,
        "n_mels": model.variables["encoder/conv1/weight"].shape[1],
        "n_audio_ctx": encoder[0],
        "n_audio_state": encoder[1],
        "n_audio_head": model.number("encoder/num_heads"),
        "n_audio_layer": model.layers("encoder"),
        "n_vocab": model.variables["decoder/embeddings/weight"].shape[0],
        "n_text_ctx": decoder[0],
        "n_text_state": decoder[1],
        "n_text_head": model.number("decoder/num_heads"),
        "n_text_layer": model.layers("decoder"),
        "sot_sequence": ",".join(map(str, start)),
        "all_language_tokens": ",".join(map(str, languages.values())),
        "all_language_codes": ",".join(languages),
        "sot": start[0],
        "sot_index": 0,
        "eot": ids["<|endoftext|>"],
        "blank_id": words.index("Ġ"),
        "is_multilingual": int(multilingual),
        "no_speech": ids.get("<|nocaptions|>", ids.get("<|nospeech|>")),
        "transcribe": ids["<|transcribe|>"],
        "translate": ids["<|translate|>"],
        "sot_prev": ids["<|startofprev|>"],
        "sot_lm": ids["<|startoflm|>"],
        "no_timestamps": ids["<|notimestamps|>"],
        "n_alignment_heads": len(config.get("alignment_heads", [])),
    }
    return {key: str(value) for key, value in facts.items()}


def write_int8(source: Path, target: Path) -> None:
    quantize_dynamic(source, target, op_types_to_quantize=["MatMul"], per_channel=True,
                     weight_type=QuantType.QInt8, extra_options={"MatMulConstBOnly": True})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("name")
    parser.add_argument("out_folder", type=Path)
    parser.add_argument("model_folder", type=Path)
    parser.add_argument("further_folders", type=Path, nargs="*")
    options = parser.parse_args()

    model = read_model_bin([options.model_folder, *options.further_folders])
    if model.spec != "WhisperSpec":
        raise SystemExit(f"model.bin holds {model.spec}, not a Whisper model")
    words = read_vocabulary(options.model_folder / "vocabulary.txt")
    config = json.loads((options.model_folder / "config.json").read_text())
    facts = metadata(model, words, config, options.name)

    options.out_folder.mkdir(parents=True, exist_ok=True)
    write_tokens(words, int(facts["eot"]), options.out_folder / "tokens.txt")
    graphs = {"encoder": build_encoder(model),
              "decoder": build_decoder(model, config.get("alignment_heads", []))}
    helper.set_model_props(graphs["encoder"], facts)
    with tempfile.TemporaryDirectory(dir=options.out_folder) as scratch:
        for part, graph in graphs.items():
            path = Path(scratch) / f"{part}.onnx"
            onnx.save(graph, path)
            write_int8(path, options.out_folder / path.name)


if __name__ == "__main__":
    main()
