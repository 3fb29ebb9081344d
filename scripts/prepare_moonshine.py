#!/usr/bin/env python3
"""Turn the Moonshine files of the PyPI wheel moonshine-cpp into files sherpa-onnx runs well.

    prepare_moonshine.py MODEL_FOLDER OUT_FOLDER

MODEL_FOLDER holds encoder_model.ort, decoder_model_merged.ort and tokenizer.bin.  OUT_FOLDER
gets encoder.onnx, decoder.onnx and tokens.txt, to be given to sherpa-onnx as a Moonshine v2
model (moonshine.encoder, moonshine.merged_decoder, tokens).  The same packages give the same
bytes.

sherpa-onnx also loads the .ort files as they are, with two faults that are removed here:

* They are slow.  Each weight is stored in int8 and unpacked by three nodes (Cast, Mul, Add)
  on every call, since onnxruntime folds no constants in an .ort file.  The encoder only
  changes its file format: onnxruntime then unpacks the weights once, while loading, and the
  numbers stay the same.  In the decoder each product with a weight becomes a MatMulNBits
  (8 bits, one scale for each 32 weights); the numbers change very slightly.

* For some recordings the first thing the decoder predicts is the end of the text, so a whole
  utterance is lost.  Measured, the end then leads the first word by less than 3.2 (natural
  log), while for noise it leads by 6 to 13.  So 3 is taken off the end's score, at the first
  step only: speech is kept and noise still gives no text.

Needs numpy, onnx and onnxruntime, in the versions of requirements-conversion.txt.
"""

import argparse
import base64
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

BLOCK = 32  # weights that share a scale
END = 2  # the id of </s>
END_PENALTY = 3.0  # natural log


def read_ort(path: Path) -> onnx.ModelProto:
    """Let onnxruntime write an .ort file back as ONNX, unchanged."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "model.onnx"
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.optimized_model_filepath = str(target)
        options.add_session_config_entry("session.save_model_format", "ONNX")
        options.log_severity_level = 3
        onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        model = onnx.load(target)
    # onnxruntime leaves out the names of subgraphs, without which it refuses to load them.
    for graph in graphs(model.graph):
        graph.name = graph.name or "graph"
    version = next(o.version for o in model.opset_import if o.domain == "")
    del model.opset_import[:]
    model.opset_import.extend([helper.make_opsetid("", version),
                               helper.make_opsetid("com.microsoft", 1)])
    return model


def graphs(graph: onnx.GraphProto):
    """The graph and the graphs inside it."""
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                yield from graphs(attribute.g)


class Weights:
    """The unpacked weights of a graph, whose Cast, Mul and Add nodes are taken out of it."""

    def __init__(self, graph: onnx.GraphProto):
        self.stored = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
        self.parts: dict[str, list[str]] = {}  # unpacked name: [stored, scale, offset]
        kept = []
        for node in graph.node:
            first = self.parts.get(node.input[0], [node.input[0]]) if node.input else [""]
            known = first[0] in self.stored and all(i in self.stored for i in node.input[1:])
            if node.op_type == "Cast" and known:
                self.parts[node.output[0]] = first
            elif node.op_type in ("Mul", "Add") and known and node.input[0] in self.parts:
                self.parts[node.output[0]] = [*first, node.input[1]]
            else:
                kept.append(node)
        del graph.node[:]
        graph.node.extend(kept)

    def __contains__(self, name: str) -> bool:
        return len(self.parts.get(name, [])) == 3

    def value(self, name: str) -> np.ndarray:
        stored, scale, offset = (self.stored[part] for part in self.parts[name])
        return stored.astype(np.float32) * scale + offset


def pack(weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A weight in the form MatMulNBits takes: int8 around 128, a scale for each block."""
    rows, columns = weight.shape
    blocks = -(-rows // BLOCK)
    padded = np.zeros((columns, blocks * BLOCK), np.float32)
    padded[:, :rows] = weight.T
    padded = padded.reshape(columns, blocks, BLOCK)
    scale = np.maximum(np.abs(padded).max(axis=2, keepdims=True), 1e-12) / 127
    whole = (np.rint(padded / scale) + 128).astype(np.uint8)
    return whole, scale.astype(np.float32).reshape(columns, blocks)


def to_int8(model: onnx.ModelProto) -> None:
    top = model.graph
    weights = Weights(top)
    packed: dict[str, np.ndarray] = {}
    for graph in graphs(top):
        nodes = []
        # The embeddings are also the last product's weight, transposed.
        transposed = {n.output[0]: n.input[0] for n in graph.node
                      if n.op_type == "Transpose" and n.input[0] in weights}
        for node in graph.node:
            if node.op_type == "Transpose" and node.output[0] in transposed:
                continue
            nodes.append(node)
            if node.op_type == "MatMul" and node.input[1] in [*weights.parts, *transposed]:
                name = node.input[1]
                if name not in packed:
                    packed[name] = (weights.value(transposed[name]).T if name in transposed
                                    else weights.value(name))
                rows, columns = packed[name].shape
                node.op_type, node.domain = "MatMulNBits", "com.microsoft"
                node.input[1] = name + ".int8"
                node.input.append(name + ".scale")
                for key, value in (("K", rows), ("N", columns), ("bits", 8),
                                   ("block_size", BLOCK), ("accuracy_level", 4)):
                    node.attribute.append(helper.make_attribute(key, value))
            elif node.op_type == "Gather" and node.input[0] in weights:
                # Look the row up in int8 and unpack that row only.
                stored, scale, offset = weights.parts[node.input[0]]
                result = node.output[0]
                node.input[0], node.output[0] = stored, result + ".int8"
                nodes += [
                    helper.make_node("Cast", [result + ".int8"], [result + ".cast"],
                                     to=TensorProto.FLOAT),
                    helper.make_node("Mul", [result + ".cast", scale], [result + ".scaled"]),
                    helper.make_node("Add", [result + ".scaled", offset], [result])]
        del graph.node[:]
        graph.node.extend(nodes)

    for name, weight in packed.items():
        whole, scale = pack(weight)
        top.initializer.append(numpy_helper.from_array(whole, name + ".int8"))
        top.initializer.append(numpy_helper.from_array(scale, name + ".scale"))
    used = {name for graph in graphs(top) for node in graph.node for name in node.input}
    for name in weights.parts:
        if name in used:  # a convolution's weight, say
            top.initializer.append(numpy_helper.from_array(weights.value(name), name))
    wanted = [i for i in top.initializer if i.name in used]
    del top.initializer[:]
    top.initializer.extend(wanted)


def add_end_penalty(model: onnx.ModelProto) -> None:
    """Lower the end's score in the branch without a cache: that one runs for the first token."""
    branch = next(a.g for n in model.graph.node if n.op_type == "If"
                  for a in n.attribute if a.name == "else_branch")
    logits = branch.output[0].name
    size = next(o for o in model.graph.output if o.name == "logits").type.tensor_type.shape.dim[2]
    bias = np.zeros(size.dim_value, np.float32)
    bias[END] = -END_PENALTY
    model.graph.initializer.append(numpy_helper.from_array(bias, "end_penalty"))
    for node in branch.node:
        for i, name in enumerate(node.output):
            if name == logits:
                node.output[i] = logits + ".plain"
    branch.node.append(helper.make_node("Add", [logits + ".plain", "end_penalty"], [logits]))


def read_tokens(data: bytes) -> list[bytes]:
    """tokenizer.bin: for each id a length and that many bytes.

    A length below 128 is one byte; a longer one is two, low seven bits first.
    """
    tokens, at = [], 0
    while at < len(data):
        length = data[at]
        at += 1
        if length >= 128:
            length += data[at] * 128 - 128
            at += 1
        if at + length > len(data):
            raise ValueError(f"tokenizer.bin is cut short at entry {len(tokens)}")
        tokens.append(data[at:at + length])
        at += length
    return tokens


def write_tokens(tokenizer: Path, target: Path) -> None:
    """One line a token, as sherpa-onnx reads them: base64 of the bytes, a space, the id."""
    with target.open("w", encoding="ascii", newline="\n") as lines:
        for i, token in enumerate(read_tokens(tokenizer.read_bytes())):
            lines.write(f"{base64.b64encode(token).decode()} {i}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model_folder", type=Path)
    parser.add_argument("out_folder", type=Path)
    folders = parser.parse_args()

    encoder = read_ort(folders.model_folder / "encoder_model.ort")
    decoder = read_ort(folders.model_folder / "decoder_model_merged.ort")
    to_int8(decoder)
    add_end_penalty(decoder)

    folders.out_folder.mkdir(parents=True, exist_ok=True)
    for name, model in (("encoder.onnx", encoder), ("decoder.onnx", decoder)):
        onnx.checker.check_model(model)
        onnx.save(model, folders.out_folder / name)
    write_tokens(folders.model_folder / "tokenizer.bin", folders.out_folder / "tokens.txt")


if __name__ == "__main__":
    main()
