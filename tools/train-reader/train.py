"""Trains the reader on sets of asked questions; see README.md."""

import argparse
import json
import random
import time
from pathlib import Path

import torch
from reader_network import Reader, base_weights
from pack_sets import multi_hop_sets, pack_sets
from reading_sets import NONE, SPAN, Asked, Encoder, Pieces, beside, cropped, stored_sets
from torch import Tensor
from torch.nn import functional

#: Sets of `data/reading` that are trained with; all others are kept to measure by.
TRAINED = ("squad2-train", "squad1-dev-rest", "squadshifts-wiki", "boolq", "selqa", "tatqa", "condaqa")
#: Of the answerable questions, so many are asked of a passage beside the right one too.
BESIDE = 0.12
#: Of the passages, so many are cut to a window of so many words (drawn between both).
CROPPED, WINDOW = 0.6, (45, 110)
#: Of the questions, so many come without headings, or without their last mark.
BARE, UNMARKED = 0.25, 0.15
#: In the second stage each question of a pack comes so many times with a passage that answers, and with one that does not.
RIGHT_AGAIN, WRONG_AGAIN = 4, 2
PIECES_OF_A_BATCH = 5_600
#: Widths of batches are rounded up to these steps: memory of the same size is used again, and the heap does not grow.
WIDTH_STEP = 16
ENCODED_AT_ONCE = 2_000
POOL = 64
#: Of the encoder; the heads learn so many times as fast. Share of the run in which both rise; the least they fall to.
RATE, OF_HEADS, WARM_UP, LEAST = 1e-4, 5, 0.04, 0.02
WEIGHT_DECAY, LARGEST_GRADIENT = 0.01, 1.0


def gathered(folder: Path, chance: random.Random) -> list[Asked]:
    asked: list[Asked] = []
    for name in TRAINED:
        of_set = list(stored_sets(folder / f"{name}.jsonl.gz"))
        made = beside(of_set, BESIDE, chance) if name.startswith("squad") else []
        print(f"{name}: {len(of_set)} questions, {len(made)} asked of a passage beside", flush=True)
        asked += of_set + made
    return asked


def gathered_from_packs(given: argparse.Namespace, chance: random.Random) -> list[Asked]:
    """The second stage: what the product's own search brings, with enough of the first that nothing is forgotten."""
    of_packs = list(pack_sets(given.dump, set(given.packs), chance))
    of_hops = list(multi_hop_sets(given.hops)) if given.hops else []
    first = gathered(given.data, chance)
    right = [each for each in of_packs if each.verdict == SPAN] * RIGHT_AGAIN
    wrong = [each for each in of_packs if each.verdict == NONE] * WRONG_AGAIN
    hops = [each for each in of_hops if each.verdict == SPAN] * 2
    beside = chance.sample([each for each in of_hops if each.verdict == NONE], min(len(hops), len(of_hops) - len(hops) // 2))
    print(f"packs: {len(right)} + {len(wrong)}; hops: {len(hops)} + {len(beside)}", flush=True)
    return right + wrong + hops + beside + chance.sample(first, given.replay)


def varied(each: Asked, chance: random.Random) -> Asked:
    question = each.question
    if chance.random() < UNMARKED:
        question = question.rstrip("?. ")
    headings = "" if chance.random() < BARE else each.headings
    each = Asked(question, headings, each.passage, each.verdict, each.spans, each.id, each.answers)
    return cropped(each, chance.randint(*WINDOW), chance) if chance.random() < CROPPED else each


def batches(examples: list[Pieces], chance: random.Random):
    """Of examples in random order, those of like length together, so that padding costs little."""
    order = list(range(len(examples)))
    chance.shuffle(order)
    size = POOL * 32
    for at in range(0, len(order), size):
        pool = sorted(order[at : at + size], key=lambda index: len(examples[index].ids))
        packed: list[list[int]] = [[]]
        for index in pool:
            if (len(packed[-1]) + 1) * width_of(examples[index]) > PIECES_OF_A_BATCH:
                packed.append([])
            packed[-1].append(index)
        chance.shuffle(packed)
        for batch in packed:
            if batch:
                yield [examples[index] for index in batch]


def width_of(each: Pieces) -> int:
    return -(-len(each.ids) // WIDTH_STEP) * WIDTH_STEP


def tensors(batch: list[Pieces]) -> tuple[Tensor, Tensor, Tensor]:
    width = max(width_of(each) for each in batch)
    ids = torch.tensor([[*each.ids, *[0] * (width - len(each.ids))] for each in batch])
    types = torch.tensor([[*each.types, *[0] * (width - len(each.types))] for each in batch])
    mask = torch.tensor([[1] * len(each.ids) + [0] * (width - len(each.ids)) for each in batch])
    return ids, mask, types


def loss_of(spans: Tensor, verdicts: Tensor, batch: list[Pieces], mask: Tensor) -> Tensor:
    """
    Of the verdict, and of start and end, where [CLS] stands for "nothing"; of several right places any will do: the
    marginal likelihood of Clark and Gardner, "Simple and Effective Multi-Paragraph Reading Comprehension" (ACL 2018).
    """
    width = mask.shape[1]
    right = torch.zeros(len(batch), width, 2, dtype=torch.bool)
    readable = torch.zeros(len(batch), width, dtype=torch.bool)
    counted = torch.zeros(len(batch), dtype=torch.bool)
    for row, each in enumerate(batch):
        readable[row, 0] = True
        readable[row, each.first : each.first + each.length] = True
        if each.verdict == NONE:
            right[row, 0] = True
        for start, end in each.spans:
            right[row, each.first + start, 0] = True
            right[row, each.first + end, 1] = True
        counted[row] = bool(right[row].any())
    log = torch.log_softmax(spans.masked_fill(~readable[:, :, None], -1e4), 1)
    of_places = -torch.logsumexp(log.masked_fill(~right, -1e4), 1).sum(1)[counted]
    verdict = torch.tensor([each.verdict for each in batch])
    of_verdict = functional.cross_entropy(verdicts, verdict)
    return (of_places.mean() / 2 if len(of_places) else 0) + 0.5 * of_verdict


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path, help="folder with the sets of data/reading")
    options.add_argument("base", type=Path, help="full-precision model.onnx of the base network")
    options.add_argument("tokenizer", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--minutes", type=float, required=True, help="after which the rate has fallen to its least")
    options.add_argument("--layers", type=int, default=12)
    options.add_argument("--part", type=float, default=1.0, help="share of the questions")
    options.add_argument("--start", type=Path, help="weights of an earlier run to go on from")
    options.add_argument("--dump", type=Path, help="of collect.mjs: trains the second stage, on --packs")
    options.add_argument("--packs", nargs="*", default=[], help="names of packs of the dump")
    options.add_argument("--hops", type=Path, help="folder of a multi-hop set, likewise")
    options.add_argument("--replay", type=int, default=5_000, help="questions of the first stage in the second")
    options.add_argument("--rate", type=float, default=RATE, help="highest rate of the encoder")
    options.add_argument("--seed", type=int, default=20261123)
    given = options.parse_args()
    torch.manual_seed(given.seed)
    chance = random.Random(given.seed)
    torch.set_num_threads(2)
    given.out.mkdir(parents=True, exist_ok=True)

    encoder = Encoder(given.tokenizer, 320)
    asked = gathered_from_packs(given, chance) if given.dump else gathered(given.data, chance)
    chance.shuffle(asked)
    asked = [varied(each, chance) for each in asked[: int(len(asked) * given.part)]]
    examples = [
        each
        for at in range(0, len(asked), ENCODED_AT_ONCE)
        for each in encoder.encode(asked[at : at + ENCODED_AT_ONCE])
        if each.spans or each.verdict != SPAN
    ]
    del asked
    lengths = sorted(len(each.ids) for each in examples)
    print(f"{len(examples)} examples, median {lengths[len(lengths) // 2]} pieces, mean {sum(lengths) / len(lengths):.0f}", flush=True)

    network = Reader(given.layers)
    network.load_state_dict(base_weights(given.base, given.layers), strict=False)
    if given.start:
        network.load_state_dict(torch.load(given.start), strict=False)
    network.words.weight.requires_grad_(False)
    heads = [*network.span.parameters(), *network.pool.parameters(), *network.verdict.parameters()]
    in_heads = {id(each) for each in heads}
    body = [each for each in network.parameters() if id(each) not in in_heads and each.requires_grad]
    optimiser = torch.optim.AdamW(
        [{"params": body, "lr": given.rate}, {"params": heads, "lr": OF_HEADS * given.rate}], weight_decay=WEIGHT_DECAY, fused=True
    )
    top = [given.rate, OF_HEADS * given.rate]
    network.train()
    total = 1 if not examples else len(examples)
    began, read, kept, losses = time.monotonic(), 0, 0.0, []
    limit = given.minutes * 60

    def progress() -> float:
        """Of the whole: the greater of time spent and questions read."""
        return max((time.monotonic() - began) / limit, read / total)

    step = 0
    for batch in batches(examples, chance):
        done = progress()
        if done >= 1:
            break
        factor = min(done / WARM_UP, 1 - (1 - LEAST) * done) if done < WARM_UP else 1 - (1 - LEAST) * done
        for group, rate in zip(optimiser.param_groups, top, strict=True):
            group["lr"] = rate * max(factor, LEAST)
        ids, mask, types = tensors(batch)
        with torch.autocast("cpu", torch.bfloat16):
            spans, verdicts = network(ids, mask, types)
        loss = loss_of(spans, verdicts, batch, mask)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([*body, *heads], LARGEST_GRADIENT)
        optimiser.step()
        optimiser.zero_grad()
        read += len(batch)
        losses.append(loss.item())
        step += 1
        if step % 100 == 0:
            minutes = (time.monotonic() - began) / 60
            print(f"{minutes:6.1f} min  {read:7d} read  {read / minutes / 60:5.1f}/s  loss {sum(losses) / len(losses):.3f}", flush=True)
            losses = []
        if minutes_since(began) - kept > 8:
            kept = minutes_since(began)
            save(network, given.out / "checkpoint.pt")
    save(network, given.out / "reader.pt")
    (given.out / "run.json").write_text(json.dumps({"read": read, "of": len(examples), "minutes": minutes_since(began)}))


def minutes_since(began: float) -> float:
    return (time.monotonic() - began) / 60


def save(network: Reader, path: Path) -> None:
    state = {name: weights.detach().half() for name, weights in network.state_dict().items() if name != "words.weight"}
    temporary = path.with_suffix(".part")
    torch.save(state, temporary)
    temporary.replace(path)


if __name__ == "__main__":
    main()
