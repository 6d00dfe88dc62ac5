"""Asks a network, and says how well scores rank."""

from collections.abc import Sequence

import numpy
import torch
from answerability_network import ANSWERABILITY, AnswerabilityNetwork
from pair_encoding import Encoded, tensors

#: Pairs.
BATCH = 512


@torch.no_grad()
def score(network: AnswerabilityNetwork, encoded: Sequence[Encoded], device: str) -> numpy.ndarray:
    """Log odds that each sentence answers, float32, in the order of the pairs; bfloat16 on a GPU."""
    network.eval()
    scores = numpy.zeros(len(encoded), numpy.float32)
    by_length = sorted(range(len(encoded)), key=lambda index: len(encoded[index][0]))
    for start in range(0, len(by_length), BATCH):
        batch = by_length[start : start + BATCH]
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            logits = network(*tensors([encoded[index] for index in batch], device))
        scores[batch] = logits.float()[:, ANSWERABILITY].cpu().numpy()
    return scores


def auroc(scores: Sequence[float], labels: Sequence[int]) -> float:
    """
    Chance that a random positive scores above a random negative, ties counting half (Mann–Whitney U over the number of
    such pairs); NaN where one of both is missing. labels: 0 or 1.
    """
    values = numpy.asarray(scores)
    positive = numpy.asarray(labels).astype(bool)
    ranks = numpy.empty(len(values))
    ranks[values.argsort(kind="stable")] = numpy.arange(1, len(values) + 1)
    for value in numpy.unique(values):
        tied = values == value
        ranks[tied] = ranks[tied].mean()
    positives = positive.sum()
    if not 0 < positives < len(positive):
        return float("nan")
    return (ranks[positive].sum() - positives * (positives + 1) / 2) / (positives * (len(positive) - positives))
