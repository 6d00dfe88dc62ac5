"""Fits a network to labelled pairs."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy
import torch
from answerability_network import AnswerabilityNetwork
from pair_encoding import Encoded, tensors
from torch import nn
from torch.nn import functional

#: Batches among whose pairs those of like length are put together.
POOL_BATCHES = 32
#: Share of the steps in which the rate rises; then it falls in a line.
WARM_UP = 0.06
#: Of the rate, at both ends: no step is without effect.
LEAST_RATE = 1e-3
#: Labels are .025 and .975 (label smoothing, Szegedy et al. 2016).
SMOOTHING = 0.05
WEIGHT_DECAY = 0.01
LARGEST_GRADIENT = 1.0
#: Steps between two losses that are looked at, between two reports, and losses in a report.
LOSS_STEPS = 50
REPORT_STEPS = 500
REPORTED_LOSSES = 10

Report = Callable[..., None]


@dataclass
class Examples:
    """Lists of one length."""

    encoded: list[Encoded] = field(default_factory=list)
    #: 0 or 1.
    labels: list[int] = field(default_factory=list)
    #: ANSWERABILITY or ENTAILMENT: the output that the label is of.
    outputs: list[int] = field(default_factory=list)
    #: What an example counts in the loss, > 0.
    weights: list[float] = field(default_factory=list)

    def __add__(self, more: "Examples") -> "Examples":
        return Examples(
            self.encoded + more.encoded,
            self.labels + more.labels,
            self.outputs + more.outputs,
            self.weights + more.weights,
        )


@dataclass(frozen=True)
class Schedule:
    epochs: int
    #: Pairs.
    batch: int
    #: Highest learning rates: of the transformer, of the head.
    rate: float
    head_rate: float


def fine_tune(
    network: AnswerabilityNetwork, examples: Examples, schedule: Schedule, *, seed: int, device: str, report: Report
) -> AnswerabilityNetwork:
    """
    Changes the network and gives it back, ready to be asked. AdamW on binary cross-entropy of the output that each label
    is of; bfloat16 where it does no harm.

    report: gets step, steps, "loss" and a mean of recent losses, now and then.
    """
    torch.manual_seed(seed)
    network.train().to(device)
    optimizer = optimizer_of(network, schedule)
    labels = numpy.array(examples.labels, numpy.float32)
    outputs = numpy.array(examples.outputs)
    weights = numpy.array(examples.weights, numpy.float32)
    steps = schedule.epochs * math.ceil(len(examples.encoded) / schedule.batch)
    losses: list[float] = []
    for step, batch in enumerate(batches(examples.encoded, schedule, random.Random(seed))):
        set_rates(optimizer, step / steps)
        with torch.autocast(device, dtype=torch.bfloat16):
            logits = network(*tensors([examples.encoded[index] for index in batch], device))
        asked = torch.from_numpy(outputs[batch]).to(device)
        smoothed = torch.from_numpy(labels[batch]).to(device) * (1 - SMOOTHING) + SMOOTHING / 2
        given = logits.float().gather(1, asked[:, None])[:, 0]
        each = functional.binary_cross_entropy_with_logits(given, smoothed, reduction="none")
        loss = (each * torch.from_numpy(weights[batch]).to(device)).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), LARGEST_GRADIENT)
        optimizer.step()
        if (step + 1) % LOSS_STEPS == 0:
            losses.append(float(loss.detach()))
        if (step + 1) % REPORT_STEPS == 0:
            report(step + 1, steps, "loss", round(float(numpy.mean(losses[-REPORTED_LOSSES:])), 4))
    network.eval()
    return network


def optimizer_of(network: AnswerabilityNetwork, schedule: Schedule) -> torch.optim.AdamW:
    """Of all weights but those of word pieces; each group keeps its highest rate as `highest`."""
    network.enc.words.weight.requires_grad_(False)
    named = [(name, weights) for name, weights in network.named_parameters() if weights.requires_grad]
    head = [weights for name, weights in named if not name.startswith("enc.")]
    transformer = [weights for name, weights in named if name.startswith("enc.")]
    groups = [
        {"params": head, "lr": schedule.head_rate, "highest": schedule.head_rate},
        {"params": transformer, "lr": schedule.rate, "highest": schedule.rate},
    ]
    return torch.optim.AdamW(groups, weight_decay=WEIGHT_DECAY)


def set_rates(optimizer: torch.optim.Optimizer, done: float) -> None:
    """done: share of the steps, 0–1."""
    share = min(done / WARM_UP + LEAST_RATE, (1 - done) / (1 - WARM_UP) + LEAST_RATE)
    for group in optimizer.param_groups:
        group["lr"] = group["highest"] * share


def batches(encoded: Sequence[Encoded], schedule: Schedule, rng: random.Random) -> Iterator[list[int]]:
    """Indices of pairs of like length, in random order; every pair once an epoch."""
    for _ in range(schedule.epochs):
        order = list(range(len(encoded)))
        rng.shuffle(order)
        for start in range(0, len(order), schedule.batch * POOL_BATCHES):
            pool = order[start : start + schedule.batch * POOL_BATCHES]
            pool.sort(key=lambda index: len(encoded[index][0]))
            grouped = [pool[at : at + schedule.batch] for at in range(0, len(pool), schedule.batch)]
            rng.shuffle(grouped)
            yield from grouped
