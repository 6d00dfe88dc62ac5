"""Trains the reader on sets of asked questions; see README.md."""

import argparse
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from batches import Batch, Epoch, loader
from pack_sets import card_sets, multi_hop_sets, pack_sets
from reader_network import Reader, trained_from
from reading_sets import MOST_PIECES, NONE, SPAN, Asked, beside, stored_sets
from torch import Tensor
from torch.nn import functional

#: Sets of `data/reading` that are trained with; all others are kept to measure by.
TRAINED = ("squad2-train", "squad1-dev-rest", "squadshifts-wiki", "boolq", "selqa", "tatqa", "condaqa")
#: Of the answerable questions, so many are asked of a passage beside the right one too.
BESIDE = 0.25
#: The last epoch reads so often what packs and multi-hop sets ask, and this share of the other sets only.
LAST, REPLAYED = 3, 0.3
#: Of the questions of packs, passages that answer come so many times: five that do not are asked beside each.
RIGHT_AGAIN = 2
#: The heads learn so many times as fast as the encoder. Share of the run in which both rise; the least they fall to.
OF_HEADS, WARM_UP, LEAST = 5, 0.04, 0.02
WEIGHT_DECAY, LARGEST_GRADIENT = 0.01, 1.0
CHECKPOINT_MINUTES = 8


def general_sets(folder: Path, chance: random.Random) -> list[Asked]:
    asked: list[Asked] = []
    for name in TRAINED:
        of_set = list(stored_sets(folder / f"{name}.jsonl.gz"))
        made = beside(of_set, BESIDE, chance) if name.startswith("squad") else []
        print(f"{name}: {len(of_set)} questions, {len(made)} asked of a passage beside", flush=True)
        asked += of_set + made
    return asked


def own_sets(given: argparse.Namespace, chance: random.Random) -> list[Asked]:
    """What is asked of the passages that the product's own search finds, and questions of several hops, half of them unanswered."""
    of_packs = list(pack_sets(given.dump, given.packs, chance)) if given.packs else []
    if given.cards:
        of_cards = list(card_sets(given.cards, given.packs, chance))
        print(f"cards: {len(of_cards)}, of them {sum(each.verdict == NONE for each in of_cards)} without an answer", flush=True)
        of_packs += of_cards
    of_hops = [each for folder in given.hops for each in multi_hop_sets(folder)]
    answered = [each for each in of_hops if each.verdict == SPAN]
    rest = [each for each in of_hops if each.verdict == NONE]
    print(f"packs: {len(of_packs)}, of them {sum(each.verdict == NONE for each in of_packs)} without an answer; hops: {len(answered)}", flush=True)
    right = [each for each in of_packs if each.verdict != NONE] * (RIGHT_AGAIN - 1)
    return right + of_packs + answered + chance.sample(rest, min(len(answered), len(rest)))


def epochs_of(given: argparse.Namespace) -> list[list[Asked]]:
    """What each epoch reads. The last one is of what the product meets, with as much of the rest as keeps it from being forgotten."""
    chance = random.Random(given.seed)
    general, own = general_sets(given.data, chance), own_sets(given, chance)
    full = [chance.sample(general, int(len(general) * given.general)) + own for _ in range(given.epochs - 1)]
    last = chance.sample(general, int(len(general) * REPLAYED)) + own * LAST if own else general
    epochs = [*full, last]
    if given.part < 1:
        epochs = [chance.sample(each, int(len(each) * given.part)) for each in epochs]
    return epochs


def loss_of(spans: Tensor, verdicts: Tensor, batch: Batch) -> Tensor:
    """
    Of the verdict, and of start and end, where [CLS] stands for "nothing"; of several right places any will do: the
    marginal likelihood of Clark and Gardner, "Simple and Effective Multi-Paragraph Reading Comprehension" (ACL 2018).
    """
    counted = batch.right.any(1).all(1)
    log = torch.log_softmax(spans.masked_fill(~batch.readable[:, :, None], -1e4), 1)
    of_places = -torch.logsumexp(log.masked_fill(~batch.right, -1e4), 1).sum(1)
    of_verdict = -torch.logsumexp(torch.log_softmax(verdicts, 1).masked_fill(~batch.verdicts, -1e4), 1)
    return (of_places * counted).sum() / counted.sum().clamp(min=1) / 2 + 0.5 * of_verdict.mean()


def batches_of(epochs: list[list[Asked]], given: argparse.Namespace) -> Iterator[tuple[int, Batch]]:
    """Each with the number of its epoch, from 1."""
    for number, asked in enumerate(epochs):
        epoch = Epoch(asked, given.tokenizer, MOST_PIECES, given.pieces, given.seed + number)
        for batch in loader(epoch, given.workers):
            yield number + 1, batch


class Schedule:
    """How far the run is, from 0 to 1, and the rate there: it rises, then falls in a line."""

    def __init__(self, questions: int, minutes: float):
        self.questions, self.limit, self.began, self.read = max(1, questions), minutes * 60, time.monotonic(), 0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    @property
    def progress(self) -> float:
        return max(self.seconds / self.limit, self.read / self.questions)

    @property
    def factor(self) -> float:
        done = self.progress
        return max(LEAST, min(done / WARM_UP, 1 - done))


def main() -> None:
    given = arguments()
    torch.manual_seed(given.seed)
    device = torch.device(given.device)
    if device.type == "cpu":
        torch.set_num_threads(2)
    given.out.mkdir(parents=True, exist_ok=True)
    epochs = epochs_of(given)
    network = trained_from(given.base, given.start, given.layers, given.dropout).to(device).train()
    heads = [*network.span.parameters(), *network.pool.parameters(), *network.verdict.parameters()]
    in_heads = {id(each) for each in heads}
    body = [each for each in network.parameters() if id(each) not in in_heads and each.requires_grad]
    top = [given.rate, OF_HEADS * given.rate]
    groups = [{"params": body, "lr": top[0]}, {"params": heads, "lr": top[1]}]
    optimiser = torch.optim.AdamW(groups, weight_decay=WEIGHT_DECAY, fused=True)
    schedule = Schedule(sum(map(len, epochs)), given.minutes)
    kept, losses = 0.0, []
    for number, batch in batches_of(epochs, given):
        if schedule.progress >= 1:
            break
        for group, rate in zip(optimiser.param_groups, top, strict=True):
            group["lr"] = rate * schedule.factor
        batch = batch.to(device)
        with torch.autocast(device.type, torch.bfloat16):
            spans, verdicts = network(batch.ids, batch.mask, batch.types)
            loss = loss_of(spans, verdicts, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([*body, *heads], LARGEST_GRADIENT)
        optimiser.step()
        optimiser.zero_grad()
        schedule.read += len(batch)
        losses.append(loss.detach())
        if len(losses) == 200:
            mean = torch.stack(losses).mean().item()
            losses = []
            print(
                f"epoch {number}  {schedule.seconds / 60:6.1f} min  {schedule.read:7d} read  "
                f"{schedule.read / schedule.seconds:6.0f}/s  loss {mean:.3f}",
                flush=True,
            )
        if schedule.seconds / 60 - kept > CHECKPOINT_MINUTES:
            kept = schedule.seconds / 60
            save(network, given.out / "checkpoint.pt")
    save(network, given.out / "reader.pt")
    run = {"read": schedule.read, "of": schedule.questions, "minutes": round(schedule.seconds / 60, 1)}
    (given.out / "run.json").write_text(json.dumps(run))
    print(json.dumps(run), flush=True)


def arguments() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path, help="folder with the sets of data/reading")
    options.add_argument("base", type=Path, help="full-precision model.onnx of the base network")
    options.add_argument("tokenizer", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--epochs", type=int, default=4)
    options.add_argument("--minutes", type=float, default=1e9, help="after which the rate has fallen to its least, if not before")
    options.add_argument("--layers", type=int, default=12)
    options.add_argument("--dropout", type=float, default=0.1)
    options.add_argument("--part", type=float, default=1.0, help="share of the questions")
    options.add_argument("--general", type=float, default=1.0, help="share of the sets that are no packs, in all epochs but the last")
    options.add_argument("--start", type=Path, help="weights of an earlier run to go on from")
    options.add_argument("--dump", type=Path, help="of collect.mjs, for --packs")
    options.add_argument("--packs", type=Path, nargs="*", default=[], help="folders of packs of the dump")
    options.add_argument("--cards", type=Path, help="of collect-cards.mjs, for --packs")
    options.add_argument("--hops", type=Path, nargs="*", default=[], help="folders of multi-hop sets")
    options.add_argument("--rate", type=float, default=1e-4, help="highest rate of the encoder")
    options.add_argument("--pieces", type=int, default=5_600, help="word pieces of a batch, padding included")
    options.add_argument("--workers", type=int, default=1, help="processes that make batches")
    options.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options.add_argument("--seed", type=int, default=20261123)
    return options.parse_args()


def save(network: Reader, path: Path) -> None:
    state = {name: weights.detach().half().cpu() for name, weights in network.state_dict().items() if name != "words.weight"}
    temporary = path.with_suffix(".part")
    torch.save(state, temporary)
    temporary.replace(path)


if __name__ == "__main__":
    main()
