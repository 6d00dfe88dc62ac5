"""The reader: a BERT encoder that reads a question with a passage, with a head for spans and one for the verdict."""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

#: Added to the attention that padding gets.
MASKED = -10_000.0


class Attention(torch.autograd.Function):
    """
    Scaled dot-product attention by batched products, queries, keys and values being (batch × heads) × pieces × size.
    On processors with matrix instructions twice as fast as the fused kernel of PyTorch 2.15, whose backward pass is
    not made of products.
    """

    @staticmethod
    def forward(context, query: Tensor, key: Tensor, value: Tensor, bias: Tensor) -> Tensor:
        batch, heads, pieces, size = query.shape
        query, key, value = (each.reshape(batch * heads, pieces, size) for each in (query, key, value))
        scale = size**-0.5
        scores = torch.bmm(query * scale, key.transpose(1, 2)).view(batch, heads, pieces, pieces).add_(bias)
        weights = torch.softmax(scores, -1).view(batch * heads, pieces, pieces)
        context.save_for_backward(query, key, value, weights)
        context.shape, context.scale = (batch, heads, pieces, size), scale
        return torch.bmm(weights, value).view(batch, heads, pieces, size)

    @staticmethod
    def backward(context, gradient: Tensor):
        query, key, value, weights = context.saved_tensors
        gradient = gradient.reshape(query.shape)
        of_value = torch.bmm(weights.transpose(1, 2), gradient)
        of_weights = torch.bmm(gradient, value.transpose(1, 2))
        of_scores = torch._softmax_backward_data(of_weights, weights, -1, weights.dtype)
        of_query = torch.bmm(of_scores, key) * context.scale
        of_key = torch.bmm(of_scores.transpose(1, 2), query) * context.scale
        return *(each.view(context.shape) for each in (of_query, of_key, of_value)), None


class Layer(nn.Module):
    """A transformer block in the order of BERT: attention, norm, feed-forward, norm."""

    def __init__(self, size: int, heads: int, inner: int, dropout: float):
        super().__init__()
        self.heads = heads
        self.dropout = nn.Dropout(dropout)
        self.qkv = nn.Linear(size, 3 * size)
        self.attended = nn.Linear(size, size)
        self.attended_norm = nn.LayerNorm(size, eps=1e-12)
        self.widened = nn.Linear(size, inner)
        self.narrowed = nn.Linear(inner, size)
        self.narrowed_norm = nn.LayerNorm(size, eps=1e-12)

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        """states: batch × pieces × size; bias: batch × 1 × 1 × pieces."""
        batch, pieces, size = states.shape
        query, key, value = self.qkv(states).view(batch, pieces, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        if states.is_cuda:
            mixed = functional.scaled_dot_product_attention(query, key, value, bias.expand(-1, -1, pieces, -1))
        elif torch.is_grad_enabled():
            mixed = Attention.apply(query, key, value, bias)
        else:
            scores = query @ key.transpose(-1, -2) * (size // self.heads) ** -0.5 + bias
            mixed = torch.softmax(scores, -1) @ value
        mixed = mixed.transpose(1, 2).reshape(batch, pieces, size)
        states = self.attended_norm(states + self.dropout(self.attended(mixed)))
        return self.narrowed_norm(states + self.dropout(self.narrowed(functional.gelu(self.widened(states)))))


class Reader(nn.Module):
    """dropout: of what the layers add to their input, while training."""

    def __init__(
        self, layers: int = 12, size: int = 384, heads: int = 12, inner: int = 1536, words: int = 30522, dropout: float = 0.0
    ):
        super().__init__()
        self.words = nn.Embedding(words, size)
        self.positions = nn.Embedding(512, size)
        self.types = nn.Embedding(2, size)
        self.norm = nn.LayerNorm(size, eps=1e-12)
        self.layers = nn.ModuleList(Layer(size, heads, inner, dropout) for _ in range(layers))
        self.span = nn.Linear(size, 2)
        self.pool = nn.Linear(size, size)
        self.verdict = nn.Linear(size, 4)  # NONE, SPAN, YES, NO of reading_sets.py

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> tuple[Tensor, Tensor]:
        """All batch × pieces, int64; gives logits of start and end (batch × pieces × 2) and of the verdict (batch × 4)."""
        states = self.words(input_ids) + self.positions.weight[: input_ids.shape[1]] + self.types(token_type_ids)
        states = self.norm(states)
        if torch.is_autocast_enabled(states.device.type):
            states = states.bfloat16()
        bias = (1 - attention_mask[:, None, None, :].to(states.dtype)) * MASKED
        for layer in self.layers:
            states = layer(states, bias)
        return self.span(states).float(), self.verdict(torch.tanh(self.pool(states[:, 0]))).float()


def base_weights(path: Path, layers: int) -> dict[str, Tensor]:
    """
    The encoder's weights of a BERT that PyTorch exported to ONNX, under the names of Reader.
    path: full-precision model.onnx, whose biases are named as in the checkpoints of BERT; or weights under our names, as
    PyTorch saves them.
    """
    if path.suffix == ".pt":
        return {name: weights.float() for name, weights in torch.load(path, map_location="cpu").items()}
    graph = onnx.load(path).graph
    stored = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}
    users: dict[str, list] = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)
    # Matrices carry numbers for names; the bias that is added to their product tells which they are.
    matrices: dict[str, Tensor] = {}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in stored:
            bias = next(name for name in users[node.output[0]][0].input if name in stored)
            matrices[bias.removesuffix(".bias")] = stored[node.input[1]].T.contiguous()
    weights = {
        "words.weight": stored["embeddings.word_embeddings.weight"],
        "positions.weight": stored["embeddings.position_embeddings.weight"],
        "types.weight": stored["embeddings.token_type_embeddings.weight"],
        "norm.weight": stored["embeddings.LayerNorm.weight"],
        "norm.bias": stored["embeddings.LayerNorm.bias"],
    }
    for index in range(layers):
        source, target = f"encoder.layer.{index}.", f"layers.{index}."
        attention = [f"{source}attention.self.{part}" for part in ("query", "key", "value")]
        weights[f"{target}qkv.weight"] = torch.cat([matrices[each] for each in attention])
        weights[f"{target}qkv.bias"] = torch.cat([stored[f"{each}.bias"] for each in attention])
        for ours, theirs in (
            ("attended", "attention.output.dense"),
            ("widened", "intermediate.dense"),
            ("narrowed", "output.dense"),
        ):
            weights[f"{target}{ours}.weight"] = matrices[source + theirs]
            weights[f"{target}{ours}.bias"] = stored[f"{source}{theirs}.bias"]
        for ours, theirs in (("attended_norm", "attention.output.LayerNorm"), ("narrowed_norm", "output.LayerNorm")):
            for part in ("weight", "bias"):
                weights[f"{target}{ours}.{part}"] = stored[f"{source}{theirs}.{part}"]
    return weights


def trained_from(base: Path, state: Path | None, layers: int, dropout: float = 0.0) -> Reader:
    """The network with the weights of its base, and of an earlier run where there is one. Word vectors are not trained."""
    network = Reader(layers, dropout=dropout)
    network.load_state_dict(base_weights(base, layers), strict=False)
    if state:
        network.load_state_dict(torch.load(state, map_location="cpu"), strict=False)
    network.words.weight.requires_grad_(False)
    return network
