"""Trains the judge, which reads an answer beside its question and evidence; see README.md."""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from judge_sets import ANSWERS, BESIDE, NO_ANSWER, SUPPORTED, UNSUPPORTED, Judged, Pack, pack_sets, public_pairs, section_pairs, strangers, written_pairs
from torch.nn import functional

sys.path.append(str(Path(__file__).parents[1] / "reader"))
import reading_sets  # noqa: E402
from batches import inputs_of  # noqa: E402
from reader_network import Reader  # noqa: E402
from reading_sets import Asked, Encoder, Pieces  # noqa: E402

MOST_PIECES, QUESTION_PIECES, TEXT_PIECES = 352, 48, 120
CLASSES = 4
#: Texts beside the same evidence in one batch, and the weight of their order in the loss.
MOST_TOGETHER, OF_PAIRS = 9, 0.5
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


def units_of(judged: list[Judged], chance: random.Random) -> list[list[Judged]]:
    """Texts that share question and evidence together, others alone, in random order."""
    groups: dict[str, list[Judged]] = {}
    units = []
    for each in judged:
        if each.group == "":
            units.append([each])
        else:
            groups.setdefault(each.group, []).append(each)
    for group in groups.values():
        chance.shuffle(group)
        units += [group[at : at + MOST_TOGETHER] for at in range(0, len(group), MOST_TOGETHER)]
    chance.shuffle(units)
    return units


def batches_of(judged: list[Judged], encoder: Encoder, pieces: int, chance: random.Random):
    """Batches of like length, in random order; a unit is never parted."""
    units = units_of(judged, chance)
    for at in range(0, len(units), 512):
        pool = units[at : at + 512]
        read = iter(encoded(encoder, [each for unit in pool for each in unit]))
        longest = sorted(([(next(read), each) for each in unit] for unit in pool), key=lambda unit: max(len(pieces.ids) for pieces, _ in unit))
        batches = [[]]
        for unit in longest:
            together = [*batches[-1], *unit]
            if batches[-1] and len(together) * max(len(each.ids) for each, _ in together) > pieces:
                batches.append([])
            batches[-1].extend(unit)
        chance.shuffle(batches)
        yield from batches


def loss_of(logits: torch.Tensor, group: list[Judged]) -> torch.Tensor:
    """Marginal likelihood of the verdicts that may be right, and of which of two texts beside the same evidence is the right one."""
    allowed = torch.zeros((len(group), CLASSES), dtype=torch.bool)
    for row, each in enumerate(group):
        allowed[row, list(each.verdicts)] = True
    log = torch.log_softmax(logits, 1)
    likelihood = -torch.logsumexp(log.masked_fill(~allowed, -1e4), 1).mean()
    pairs = [
        (right, wrong)
        for right, a in enumerate(group)
        for wrong, b in enumerate(group)
        if a.group != "" and a.group == b.group and a.verdicts <= SUPPORTED and b.verdicts <= NO_ANSWER and not a.verdicts & b.verdicts
    ]
    if not pairs:
        return likelihood
    answers = log[:, ANSWERS] - torch.logsumexp(log[:, [UNSUPPORTED, BESIDE]], 1)
    supported = torch.logsumexp(log[:, [ANSWERS, BESIDE]], 1) - log[:, UNSUPPORTED]
    margins = [
        score[right] - score[wrong]
        for right, wrong in pairs
        for score in [answers if group[right].verdicts == {ANSWERS} else supported]
    ]
    return likelihood + OF_PAIRS * functional.softplus(-torch.stack(margins)).mean()


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
    judged += list(strangers(judged, given.strangers, chance))
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
        for group in batches_of(judged, encoder, given.pieces, chance):
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
    options.add_argument("--strangers", type=int, default=4_000, help="texts beside foreign evidence")
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
