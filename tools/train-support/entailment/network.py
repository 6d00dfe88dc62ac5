"""The cross-encoder: a BERT of six layers that reads evidence and claim together, with a head over the claim's pieces."""

from dataclasses import dataclass
from pathlib import Path

import numpy
import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional

LABELS = ("not_supported", "supported")


@dataclass(frozen=True)
class Shape:
    """What config.json says of a BERT."""

    hidden_size: int
    intermediate_size: int
    num_attention_heads: int
    num_hidden_layers: int
    max_position_embeddings: int
    vocab_size: int
    layer_norm_eps: float

    @staticmethod
    def of(config: dict) -> "Shape":
        return Shape(**{name: config[name] for name in Shape.__dataclass_fields__})


class Layer(nn.Module):
    """One transformer block of BERT: attention, then two dense layers, each added to its input and normalised."""

    def __init__(self, shape: Shape):
        super().__init__()
        size, inner = shape.hidden_size, shape.intermediate_size
        self.heads = shape.num_attention_heads
        self.query = nn.Linear(size, size)
        self.key = nn.Linear(size, size)
        self.value = nn.Linear(size, size)
        self.attended = nn.Linear(size, size)
        self.attended_norm = nn.LayerNorm(size, shape.layer_norm_eps)
        self.widened = nn.Linear(size, inner)
        self.narrowed = nn.Linear(inner, size)
        self.narrowed_norm = nn.LayerNorm(size, shape.layer_norm_eps)

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        batch, width, size = states.shape

        def by_head(projected: Tensor) -> Tensor:
            return projected.view(batch, width, self.heads, size // self.heads).transpose(1, 2)

        query, key, value = by_head(self.query(states)), by_head(self.key(states)), by_head(self.value(states))
        weights = torch.softmax(query * (size // self.heads) ** -0.5 @ key.transpose(-1, -2) + bias, dim=-1)
        mixed = (weights @ value).transpose(1, 2).reshape(batch, width, size)
        states = self.attended_norm(states + functional.dropout(self.attended(mixed), 0.1, self.training))
        inner = self.narrowed(functional.gelu(self.widened(states)))
        return self.narrowed_norm(states + functional.dropout(inner, 0.1, self.training))


class CrossEncoder(nn.Module):
    """
    Reads `[CLS] evidence [SEP] claim [SEP]` and says whether the evidence supports the claim.

    The head pools the claim's pieces (token type 1) twice: their mean, and a mean weighted by what it has learned to look
    at, since one piece without support is enough to leave a claim without it.
    """

    def __init__(self, shape: Shape):
        super().__init__()
        size = shape.hidden_size
        self.words = nn.Embedding(shape.vocab_size, size)
        self.positions = nn.Embedding(shape.max_position_embeddings, size)
        self.types = nn.Embedding(2, size)
        self.norm = nn.LayerNorm(size, shape.layer_norm_eps)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.num_hidden_layers))
        self.attention = nn.Linear(size, 1)
        self.dense = nn.Linear(2 * size, size)
        self.classifier = nn.Linear(size, len(LABELS))

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """All int64, pairs × tokens; gives logits, pairs × LABELS."""
        positions = torch.arange(input_ids.shape[1], device=input_ids.device)
        states = self.words(input_ids) + self.positions(positions) + self.types(token_type_ids)
        states = functional.dropout(self.norm(states), 0.1, self.training)
        bias = (1.0 - attention_mask[:, None, None, :].to(states.dtype)) * -10_000.0
        for layer in self.layers:
            states = layer(states, bias)
        of_claim = (attention_mask * token_type_ids)[:, :, None].to(states.dtype)
        mean = (states * of_claim).sum(1) / of_claim.sum(1).clamp(min=1.0)
        attention = torch.softmax(self.attention(states) + (1.0 - of_claim) * -10_000.0, dim=1)
        pooled = torch.cat((mean, (states * attention).sum(1)), dim=1)
        return self.classifier(torch.tanh(self.dense(functional.dropout(pooled, 0.1, self.training))))


def initialised_from(model: Path, shape: Shape) -> CrossEncoder:
    """
    A cross-encoder whose transformer is that of a sentence encoder in ONNX; the head starts at random.

    Weights stored as integers (`NAME_q`) are multiplied with their scales (`NAME_s`) again.

    Raises KeyError when the file does not hold the tensors of a BERT by their names.
    """
    stored = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in onnx.load(str(model)).graph.initializer}

    def tensor(name: str) -> Tensor:
        if name in stored:
            return torch.from_numpy(stored[name].astype(numpy.float32))
        return torch.from_numpy(stored[f"{name}_q"].astype(numpy.float32) * stored[f"{name}_s"])

    network = CrossEncoder(shape)
    with torch.no_grad():
        network.words.weight.copy_(tensor("word"))
        network.positions.weight.copy_(tensor("pos"))
        network.types.weight.copy_(tensor("type"))
        network.norm.weight.copy_(tensor("embeddings.LayerNorm.weight"))
        network.norm.bias.copy_(tensor("embeddings.LayerNorm.bias"))
        for index, layer in enumerate(network.layers):
            prefix = f"encoder.layer.{index}"
            for module, name in (
                (layer.query, "attention.self.query"),
                (layer.key, "attention.self.key"),
                (layer.value, "attention.self.value"),
                (layer.attended, "attention.output.dense"),
                (layer.widened, "intermediate.dense"),
                (layer.narrowed, "output.dense"),
            ):
                module.weight.copy_(tensor(f"{prefix}.{name}.wT").T)
                module.bias.copy_(tensor(f"{prefix}.{name}.bias"))
            for module, name in ((layer.attended_norm, "attention.output"), (layer.narrowed_norm, "output")):
                module.weight.copy_(tensor(f"{prefix}.{name}.LayerNorm.weight"))
                module.bias.copy_(tensor(f"{prefix}.{name}.LayerNorm.bias"))
    return network
