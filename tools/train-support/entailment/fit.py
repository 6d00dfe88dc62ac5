"""Fits the cross-encoder for a given time, or for a given number of steps."""

import random
import time
from collections.abc import Callable, Iterator

import torch
from batches import Batch, PairEncoder, batches, tensors
from network import CrossEncoder
from pairs import Example, epoch
from torch.nn import functional

#: Step size at its highest, of the transformer and of the head, which starts at random.
RATE, HEAD_RATE = 1.5e-4, 5e-4
#: Share of the run in which the step size rises; afterwards it falls to nothing in a straight line.
WARM_UP = 0.06
WEIGHT_DECAY = 0.01
#: Labels are partly automatic: what is sure of them is rewarded less.
SMOOTHING = 0.05
LONGEST_GRADIENT = 1.0
#: Pairs of a step, at least. Batches of long pairs hold a dozen, and with steps on so few among the others the loss was
#: still that of a guess after 6,000 pairs.
STEP_PAIRS = 48


def fit(
    network: CrossEncoder,
    examples: list[Example],
    encoder: PairEncoder,
    *,
    minutes: float,
    steps: int | None,
    seed: int,
    device: str,
    report: Callable[[str], None],
) -> int:
    """
    Trains in place, in bfloat16 with weights kept in float32 beside; word vectors stay as they are.

    Time is that of the processor, so that a busy machine trains no less; with `steps` a run can be repeated exactly.
    Returns the steps taken.
    """
    rng = random.Random(seed)
    torch.manual_seed(seed)
    network.train().to(device=device, dtype=torch.bfloat16)
    network.words.weight.requires_grad_(False)
    named = [(name, p) for name, p in network.named_parameters() if p.requires_grad]
    kept = [p.detach().float().clone() for _, p in named]
    is_head = [name.startswith(("attention.", "dense.", "classifier.")) for name, _ in named]
    groups = [
        {"params": [k for k, head in zip(kept, is_head) if head == wanted], "lr": rate, "rate": rate}
        for wanted, rate in ((True, HEAD_RATE), (False, RATE))
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=WEIGHT_DECAY)
    began, step, seen, losses = _now(device), 0, 0, 0.0
    for group in _steps(examples, encoder, rng):
        done = step / steps if steps else (_now(device) - began) / (60 * minutes)
        if done >= 1:
            break
        for part in optimizer.param_groups:
            part["lr"] = part["rate"] * min(done / WARM_UP, (1 - done) / (1 - WARM_UP))
        losses += _backward(network, group, device)
        for weight, (_, parameter) in zip(kept, named):
            weight.grad = parameter.grad.float()
            parameter.grad = None
        torch.nn.utils.clip_grad_norm_(kept, LONGEST_GRADIENT)
        optimizer.step()
        with torch.no_grad():
            for weight, (_, parameter) in zip(kept, named):
                parameter.copy_(weight)
        step, seen = step + 1, seen + sum(len(encoded) for encoded, _ in group)
        if step % 50 == 0:
            report(f"step {step}, {seen} pairs, {100 * done:.0f} %, loss {losses / 50:.4f}")
            losses = 0.0
    network.float()
    with torch.no_grad():
        for weight, (_, parameter) in zip(kept, named):
            parameter.copy_(weight)
    network.eval().to("cpu")
    return step


def _steps(examples: list[Example], encoder: PairEncoder, rng: random.Random) -> Iterator[list[Batch]]:
    """Batches that make a step together, epoch after epoch."""
    group: list[Batch] = []
    while True:
        for batch in batches(epoch(examples, rng), encoder, rng):
            group.append(batch)
            if sum(len(encoded) for encoded, _ in group) >= STEP_PAIRS:
                yield group
                group = []


def _backward(network: CrossEncoder, group: list[Batch], device: str) -> float:
    """Adds the gradients of a step; gives its mean loss."""
    total = sum(example.weight for _, examples in group for example in examples)
    mean = 0.0
    for encoded, examples in group:
        logits = network(*(tensor.to(device) for tensor in tensors(encoded))).float()
        labels = torch.tensor([int(example.supported) for example in examples], device=device)
        weights = torch.tensor([example.weight for example in examples], device=device)
        each = functional.cross_entropy(logits, labels, label_smoothing=SMOOTHING, reduction="none")
        loss = (each * weights).sum() / total
        loss.backward()
        mean += float(loss.detach())
    return mean


def _now(device: str) -> float:
    return time.process_time() if device == "cpu" else time.monotonic()
