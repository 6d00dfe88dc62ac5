"""Scores of pairs by a cross-encoder: the logit of support less that of no support, which are its log odds."""

from collections.abc import Sequence

import torch
from batches import Encoded, PairEncoder, by_length, tensors
from network import CrossEncoder
from pairs import Pair


def score(network: CrossEncoder, encoder: PairEncoder, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """One per (claim, evidence), in their order."""
    encoded = [(encoder.encode(evidence, claim), position) for position, (claim, evidence) in enumerate(pairs)]
    scores = [0.0] * len(pairs)
    for group in by_length(encoded):
        batch: list[Encoded] = [pieces for pieces, _ in group]
        with torch.no_grad():
            logits = network(*tensors(batch)).float()
        for (_, position), margin in zip(group, (logits[:, 1] - logits[:, 0]).tolist()):
            scores[position] = margin
    return scores


def score_claims(network: CrossEncoder, encoder: PairEncoder, pairs: Sequence[Pair]) -> list[float]:
    """A claim is as well supported as its least supported sentence."""
    scores = iter(score(network, encoder, [part for pair in pairs for part in pair.parts]))
    return [min(next(scores) for _ in pair.parts) for pair in pairs]
