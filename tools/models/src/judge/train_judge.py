"""Trains the judge, which reads an answer beside its question and evidence; see README.md."""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from judge_sets import Judged, Pack, pack_sets, public_pairs, section_pairs, written_pairs
from torch.nn import functional

sys.path.append(str(Path(__file__).parents[1] / "reader"))
import reading_sets  # noqa: E402
from batches import inputs_of  # noqa: E402
from reader_network import Reader  # noqa: E402
from reading_sets import Asked, Encoder, Pieces  # noqa: E402

MOST_PIECES, QUESTION_PIECES, TEXT_PIECES = 352, 48, 120
CLASSES = 4
OF_HEADS, WARM_UP, LEAST = 5, 0.05, 0.02
LARGEST_GRADIENT, WEIGHT_DECAY = 1.0, 0.01
CHECKPOINT_MINUTES = 5


def lines_of(path: Path) -> Iterator[dict]:
    return (json.loads(line) for line in path.read_text(encoding="utf8").split("\n") if line.strip())


def encoder_of(tokenizer: Path) -> Encoder:
    reading_sets.QUESTION_PIECES, reading_sets.HEADING_PIECES = QUESTION_PIECES, TEXT_PIECES
    return Encoder(tokenizer, MOST_PIECES)


def encoded(encoder: Encoder, judged: list[Judged]) -> list[Pieces]:
    return encoder.encode([Asked(each.question, each.text, each.evidence, 0) for each in judged])


def groups_of(judged: list[Judged], encoder: Encoder, pieces: int, chance: random.Random):
    """Batches of like length, in random order."""
    order = list(judged)
    chance.shuffle(order)
    for at in range(0, len(order), 2048):
        pool = order[at : at + 2048]
        read = sorted(zip(encoded(encoder, pool), pool, strict=True), key=lambda each: len(each[0].ids))
        groups = [[]]
        for each in read:
            if groups[-1] and (len(groups[-1]) + 1) * len(each[0].ids) > pieces:
                groups.append([])
            groups[-1].append(each)
        chance.shuffle(groups)
        yield from groups


def loss_of(logits: torch.Tensor, group: list[Judged]) -> torch.Tensor:
    """Marginal likelihood of the verdicts that may be right."""
    allowed = torch.zeros((len(group), CLASSES), dtype=torch.bool)
    for row, each in enumerate(group):
        allowed[row, list(each.verdicts)] = True
    log = torch.log_softmax(logits, 1)
    return -torch.logsumexp(log.masked_fill(~allowed, -1e4), 1).mean()


def main() -> None:
    given = arguments()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    chance = random.Random(given.seed)
    parts = json.loads((given.packs / "parts.json").read_text())
    names = [*parts["train"], *parts["spare"]]
    judged: list[Judged] = []
    if given.own > 0:
        own = [each for name in names for each in pack_sets(given.packs / name, chance)]
        judged += chance.sample(own, min(len(own), given.own))
    if given.public:
        public = list(public_pairs(given.public, chance))
        judged += chance.sample(public, min(len(public), given.most_public))
    if given.written:
        lines = list(lines_of(given.written))
        packs = {name: Pack(given.packs / name) for name in {line["id"].partition("/")[0] for line in lines}}
        written = [each for _ in range(given.again) for each in written_pairs(lines, packs, chance)]
        print(f"written: {len(written)} in {given.again}")
        judged += written
    if given.sections:
        sections = list(lines_of(given.sections))
        of_sections = [each for _ in range(given.again) for each in section_pairs(sections, chance)]
        print(f"sections: {len(of_sections)}")
        judged += of_sections
    print(f"{len(judged)} texts", flush=True)
    encoder = encoder_of(given.tokenizer)
    network = Reader(12, dropout=0.0)
    state = {k: v.float() for k, v in torch.load(given.start, map_location="cpu").items()}
    if not given.go_on:
        state = {k: v for k, v in state.items() if not k.startswith("verdict")}
    network.load_state_dict(state, strict=False)
    for part in [network.words, network.positions, network.types, network.norm, *network.layers[: given.frozen]]:
        part.requires_grad_(False)
    network.train()
    heads = [*network.pool.parameters(), *network.verdict.parameters()]
    in_heads = {id(each) for each in heads}
    body = [each for each in network.parameters() if each.requires_grad and id(each) not in in_heads]
    body = [each for each in body if each is not network.span.weight and each is not network.span.bias]
    top = [given.rate, OF_HEADS * given.rate if not given.go_on else given.rate]
    optimiser = torch.optim.AdamW([{"params": body, "lr": top[0]}, {"params": heads, "lr": top[1]}], weight_decay=WEIGHT_DECAY, foreach=True)
    began, kept, read, total, losses = time.monotonic(), 0.0, 0, len(judged) * given.epochs, []
    step = 0
    for epoch in range(given.epochs):
        for group in groups_of(judged, encoder, given.pieces, chance):
            minutes = (time.monotonic() - began) / 60
            progress = max(minutes / given.minutes, read / total)
            if progress >= 1:
                break
            for part, rate in zip(optimiser.param_groups, top, strict=True):
                part["lr"] = rate * max(LEAST, min(progress / WARM_UP, 1 - progress))
            ids, mask, types = inputs_of([pieces for pieces, _ in group])
            _, logits = network(ids, mask, types)
            loss = loss_of(logits, [each for _, each in group])
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*body, *heads], LARGEST_GRADIENT)
            optimiser.step()
            optimiser.zero_grad()
            read += len(group)
            losses.append(float(loss.detach()))
            step += 1
            if step % 50 == 0:
                print(f"{epoch} {minutes:.1f} min {read} read {read / (minutes * 60 + 1e-9):.1f}/s loss {sum(losses[-50:]) / 50:.3f}", flush=True)
            if minutes - kept > CHECKPOINT_MINUTES:
                kept = minutes
                torch.save(network.state_dict(), given.out)
    torch.save(network.state_dict(), given.out)
    print("done", read, flush=True)


def arguments() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("packs", type=Path)
    options.add_argument("start", type=Path, help="weights to begin with")
    options.add_argument("tokenizer", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--public", type=Path)
    options.add_argument("--most-public", type=int, default=100_000)
    options.add_argument("--own", type=int, default=100_000)
    options.add_argument("--written", type=Path, help="sets/pairs.jsonl")
    options.add_argument("--sections", type=Path, help="sets/sections.jsonl")
    options.add_argument("--again", type=int, default=1)
    options.add_argument("--go-on", action="store_true", help="keep the verdict's weights")
    options.add_argument("--epochs", type=int, default=1)
    options.add_argument("--minutes", type=float, default=1e9)
    options.add_argument("--frozen", type=int, default=4)
    options.add_argument("--rate", type=float, default=6e-5)
    options.add_argument("--pieces", type=int, default=4_000)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    return options.parse_args()


if __name__ == "__main__":
    main()
