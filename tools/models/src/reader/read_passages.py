"""Reads the passages of collect.mjs's dump with a trained reader, and adds what it found to each."""

import argparse
import json
from pathlib import Path

import torch
from batches import inputs_of
from reader_network import Reader, trained_from
from reading_sets import MOST_PIECES, NONE, Asked, Encoder, Pieces, headings_of

#: Passages of a question that are read; spans that are kept of each; pieces of a span at most.
READ, SPANS, LONGEST = 10, 3, 40


def loaded(weights: Path, base: Path, layers: int = 12) -> Reader:
    network = trained_from(base, weights if weights.exists() else None, layers)
    return network.to("cuda" if torch.cuda.is_available() else "cpu").eval()


def best_spans(logits: torch.Tensor, each: Pieces) -> list[tuple[float, int, int]]:
    """(start logit + end logit, less those of [CLS]; first and one past the last character), best first, none overlapping."""
    passage = logits[each.first : each.first + each.length]
    if not len(passage):
        return []
    nothing = logits[0].sum()
    scores = passage[:, None, 0] + passage[None, :, 1] - nothing
    allowed = torch.ones_like(scores, dtype=torch.bool).triu().tril(LONGEST - 1)
    order = scores.masked_fill(~allowed, -1e9).flatten().topk(min(200, scores.numel()))
    found: list[tuple[float, int, int]] = []
    for score, place in zip(order.values.tolist(), order.indices.tolist(), strict=True):
        start, end = divmod(place, len(passage))
        if score < -1e8:
            break
        begin, finish = each.offsets[2 * start], each.offsets[2 * end + 1]
        if all(finish <= a or begin >= b for _, a, b in found):
            found.append((score, begin, finish))
        if len(found) == SPANS:
            break
    return found


@torch.no_grad()
def readings(network: Reader, encoder: Encoder, asked: list[Asked], pieces_of_a_batch: int = 8_000) -> list[dict]:
    encoded = encoder.encode(asked)
    order = sorted(range(len(encoded)), key=lambda index: len(encoded[index].ids))
    results: list[dict] = [{}] * len(asked)
    batch: list[int] = []

    def flush() -> None:
        if not batch:
            return
        group = [encoded[index] for index in batch]
        device = network.words.weight.device
        with torch.autocast(device.type, torch.bfloat16):
            spans, verdicts = (each.cpu() for each in network(*(each.to(device) for each in inputs_of(group))))
        for row, index in enumerate(batch):
            results[index] = {
                "spans": best_spans(spans[row], encoded[index]),
                "verdict": torch.log_softmax(verdicts[row], 0).tolist(),
            }
        batch.clear()

    for index in order:
        if (len(batch) + 1) * (len(encoded[index].ids) + 16) > pieces_of_a_batch:
            flush()
        batch.append(index)
    flush()
    return results


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    for name in ("dump", "weights", "base", "tokenizer", "out"):
        options.add_argument(name, type=Path)
    given = options.parse_args()
    torch.set_num_threads(2)
    network, encoder = loaded(given.weights, given.base), Encoder(given.tokenizer, MOST_PIECES)
    records = [json.loads(line) for line in given.dump.open(encoding="utf8")]
    asked = [
        Asked(record["question"]["question"], headings_of(passage), passage["text"], NONE)
        for record in records
        for passage in record["passages"][:READ]
    ]
    found = iter(readings(network, encoder, asked))
    with given.out.open("w", encoding="utf8") as out:
        for record in records:
            record["passages"] = [{**passage, **next(found)} for passage in record["passages"][:READ]]
            out.write(json.dumps(record, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
