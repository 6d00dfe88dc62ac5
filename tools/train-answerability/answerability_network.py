"""The cross-encoder: a BERT of six layers that reads a question and a sentence where it stands, with a head over both."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

# The transformer and how it is read from a sentence encoder are those of the entailment model.
sys.path.append(str(Path(__file__).parents[1] / "train-support" / "entailment"))
from network import CrossEncoder, Layer, Shape, initialised_from  # noqa: E402

#: Outputs: does the sentence answer, and (in stage 1 only) does the evidence support the claim.
ANSWERABILITY, ENTAILMENT = 0, 1
#: Pieces of words stay as the base has them: they are most of the weights, and the adapter shares them with the base.
FROZEN = "enc.words.weight"
#: Added to the attention that padding gets.
MASKED = -10_000.0

#: Names of weights, with the weights.
State = dict[str, Tensor]
#: A transformer block: layer, states (pairs × pieces × size), bias (pairs × 1 × 1 × pieces) to states.
Block = Callable[[Layer, Tensor, Tensor], Tensor]


def fused_block(layer: Layer, states: Tensor, bias: Tensor) -> Tensor:
    """What Layer.forward computes, with the attention in one kernel: several times faster on a GPU."""
    batch, width, size = states.shape

    def by_head(projected: Tensor) -> Tensor:
        return projected.view(batch, width, layer.heads, size // layer.heads).transpose(1, 2)

    mixed = functional.scaled_dot_product_attention(
        by_head(layer.query(states)),
        by_head(layer.key(states)),
        by_head(layer.value(states)),
        attn_mask=bias.to(torch.bfloat16 if torch.is_autocast_enabled() else states.dtype),
    )
    mixed = mixed.transpose(1, 2).reshape(batch, width, size)
    states = layer.attended_norm(states + functional.dropout(layer.attended(mixed), 0.1, layer.training))
    inner = layer.narrowed(functional.gelu(layer.widened(states)))
    return layer.narrowed_norm(states + functional.dropout(inner, 0.1, layer.training))


class AnswerabilityNetwork(nn.Module):
    """
    Reads what PairEncoder gives. The head pools three ways: [CLS], the mean of the sentence's pieces (token type 1), and
    a mean of all pieces weighted by what it has learned to look at.

    Weights are named as in the checkpoints that train.py writes: enc, att, dense, out.
    """

    def __init__(self, base: CrossEncoder, block: Block = fused_block):
        """base: gives its transformer; its head is taken off. block: Layer.__call__ where ONNX has to know each step."""
        super().__init__()
        self.block = block
        self.enc = base
        size = base.words.weight.shape[1]
        for of_head in ("attention", "dense", "classifier"):
            delattr(base, of_head)
        self.att = nn.Linear(size, 1)
        self.dense = nn.Linear(3 * size, size)
        self.out = nn.Linear(size, 2)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """All int64, pairs × pieces; gives log odds, pairs × (ANSWERABILITY, ENTAILMENT)."""
        base = self.enc
        states = base.words(input_ids)
        states = states + base.positions(torch.arange(input_ids.shape[1], device=input_ids.device))
        states = states + base.types(token_type_ids)
        states = functional.dropout(base.norm(states), 0.1, self.training)
        bias = (1.0 - attention_mask[:, None, None, :].to(states.dtype)) * MASKED
        for layer in base.layers:
            states = self.block(layer, states, bias)
        of_sentence = (attention_mask * token_type_ids)[:, :, None].to(states.dtype)
        mean = (states * of_sentence).sum(1) / of_sentence.sum(1).clamp(min=1)
        attention = torch.softmax(self.att(states) + (1 - attention_mask[:, :, None].to(states.dtype)) * MASKED, 1)
        pooled = torch.cat((states[:, 0], mean, (states * attention).sum(1)), 1)
        return self.out(torch.tanh(self.dense(functional.dropout(pooled, 0.1, self.training))))


def initial_network(base: Path, block: Block = fused_block) -> AnswerabilityNetwork:
    """
    The transformer of a sentence encoder; the head starts at random.

    base: folder with model.onnx and config.json. Raises what initialised_from raises.
    """
    shape = Shape.of(json.loads((base / "config.json").read_text("utf8")))
    return AnswerabilityNetwork(initialised_from(base / "model.onnx", shape), block)


def copied_state(network: nn.Module) -> State:
    return {name: weights.detach().cpu().clone() for name, weights in network.state_dict().items()}


def averaged(states: Sequence[State]) -> State:
    """
    The mean of the weights of networks that started from the same one (Wortsman et al., "Model soups: averaging weights
    of multiple fine-tuned models improves accuracy without increasing inference time", ICML 2022).
    """
    return {name: sum(state[name].float() for state in states) / len(states) for name in states[0]}


def in_halves(state: State) -> State:
    """As float16, without what stays as the base has it."""
    return {name: weights.half() for name, weights in state.items() if name != FROZEN}


def save_in_two(network: nn.Module, folder: Path, name: str) -> None:
    """Writes NAME0.pt and NAME1.pt: each half of the weights, so that no file is large."""
    state = in_halves(copied_state(network))
    names = list(state)
    middle = len(names) // 2
    for index, part in enumerate((names[:middle], names[middle:])):
        torch.save({each: state[each].clone() for each in part}, folder / f"{name}{index}.pt")


def load_from_two(folder: Path, name: str) -> State:
    """What save_in_two wrote, as float32."""
    state: State = {}
    for index in (0, 1):
        state.update(torch.load(folder / f"{name}{index}.pt", map_location="cpu"))
    return {each: weights.float() for each, weights in state.items()}
