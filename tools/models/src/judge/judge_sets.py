"""Answers with questions and passages, labelled: what packs' authors and writers wrote, what is planted in it, and public pairs."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: Verdicts: not supported; supported and an answer; supported and no answer to the question.
UNSUPPORTED, ANSWERS, BESIDE = range(3)
SUPPORTED = frozenset((ANSWERS, BESIDE))
NO_ANSWER = frozenset((UNSUPPORTED, BESIDE))

WORDS = re.compile(r"\w+")
#: Of the evidence: words of a snippet, snippets beside those that support, and snippets altogether.
SNIPPET_WORDS, OTHERS, SNIPPETS = 40, 2, 3
STOP = frozenset(
    "the a an of to in on at for and or is are was were be been do does did what which who whom whose when where why how it its this "
    "that with by from as i you we they he she my your our their me us them can could may must should will would there here if not no".split()
)


@dataclass(frozen=True)
class Judged:
    """A text beside its question and evidence. verdicts: those that may be right. group: texts that share question and evidence."""

    question: str
    text: str
    evidence: str
    verdicts: frozenset[int]
    kind: str = ""
    group: str = ""


@dataclass(frozen=True)
class Snippet:
    document: str
    headings: str
    text: str

    @property
    def shown(self) -> str:
        return f"{self.headings}: {self.text}" if self.headings else self.text


def words_of(text: str) -> set[str]:
    return {word.lower() for word in WORDS.findall(text)} - STOP


def cells_of(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def snippets_of(document: str, text: str) -> Iterator[Snippet]:
    """Paragraphs, rows of tables as the product stores them ("Day: Monday; Hour: 9"), and lists, cut to some forty words, under the headings above them."""
    title, section, block, size, columns = "", "", [], 0, None

    def flush() -> Iterator[Snippet]:
        nonlocal block, size
        if block:
            headings = " › ".join(each for each in (title, section) if each)
            yield Snippet(document, headings, "\n".join(block))
        block, size = [], 0

    for line in re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL).split("\n"):
        if heading := re.match(r"(#+)\s+(.*)", line):
            yield from flush()
            if len(heading[1]) == 1:
                title, section = heading[2].strip(), ""
            else:
                section = heading[2].strip()
            continue
        if not line.strip() or re.fullmatch(r"[\s|:-]+", line):
            columns = columns if line.strip() else None
            continue
        if line.strip().startswith("|"):
            cells = cells_of(line)
            if columns is None:
                columns = cells
                continue
            line = "; ".join(f"{column}: {cell}" for column, cell in zip(columns, cells) if cell)
        for part in re.split(r"(?<=[.!?])\s+(?=[\"'(A-Z0-9])", line.strip()):
            count = len(WORDS.findall(part))
            if size + count > SNIPPET_WORDS:
                yield from flush()
            block.append(part)
            size += count
    yield from flush()


class Pack:
    def __init__(self, folder: Path):
        self.name = folder.name
        lines = (folder / "eval/questions.jsonl").read_text(encoding="utf8").split("\n")
        self.questions = [json.loads(line) for line in lines if line.strip()]
        self.snippets = [
            snippet
            for path in sorted((folder / "documents").rglob("*.md"))
            for snippet in snippets_of(str(path.relative_to(folder)), path.read_text(encoding="utf8"))
        ]
        self.stems = [words_of(snippet.shown) for snippet in self.snippets]
        self.rewrites = [each["rewrite"] for each in self.questions if each.get("rewrite")]

    def holding(self, document: str, quote: str) -> list[int]:
        """Snippets that hold a quote, or a good part of it where it is cut between two."""
        wanted = re.sub(r"[\s|]+", " ", quote).strip().lower()
        own = [index for index, each in enumerate(self.snippets) if each.document == document]
        if "|" in quote and (cells := [cell.lower() for cell in cells_of(quote) if cell]):
            rows = [index for index in own if all(f": {cell}" in self.snippets[index].text.lower() for cell in cells)]
            if rows:
                return rows[:1]
        exact = [index for index in own if wanted in re.sub(r"[\s|]+", " ", self.snippets[index].text).lower()]
        if exact:
            return exact[:1]
        words = words_of(quote)
        parts = [index for index in own if len(words & self.stems[index]) >= max(3, 0.3 * len(words))]
        return parts[:2] if words and len(words & set().union(*(self.stems[i] for i in parts), set())) >= 0.8 * len(words) else []

    def nearest(self, text: str, but: set[int], most: int) -> list[int]:
        words = words_of(text)
        scored = [(len(words & stems) / (8 + len(stems)) ** 0.5, -index) for index, stems in enumerate(self.stems) if index not in but]
        return [-index for score, index in sorted(scored, reverse=True)[:most] if score > 0]


def shown(pack: Pack, chosen: list[int], chance: random.Random) -> str:
    chosen = chosen[:SNIPPETS]
    chance.shuffle(chosen)
    return "\n".join(pack.snippets[index].shown for index in chosen)


def pack_sets(folder: Path, chance: random.Random) -> Iterator[Judged]:
    pack = Pack(folder)
    for asked in pack.questions:
        yield from of_question(pack, asked, chance)


def of_question(pack: Pack, asked: dict, chance: random.Random) -> Iterator[Judged]:
    question, rewrite = asked["question"], asked.get("rewrite")
    places = [pack.holding(each["document"], each["quote"]) for each in asked.get("evidence", [])]
    held = list(dict.fromkeys(index for place in places for index in place))
    own = set(held)

    def around(text: str, kept: list[int]) -> str:
        others = pack.nearest(f"{question} {text}", own, OTHERS)
        room = max(0, SNIPPETS - len(kept))
        return shown(pack, [*kept, *others[: chance.randint(0, room) if kept else room]], chance)

    for key, verdicts in (("beside", frozenset((BESIDE,))), ("evasion", NO_ANSWER)):
        if text := asked.get(key):
            near = pack.nearest(text, set(), 2)
            yield Judged(question, text, shown(pack, [*held[:2], *near], chance), verdicts, key)
    if not asked.get("answerable") or not rewrite or not held or not all(places) or len(held) > SNIPPETS:
        if not asked.get("answerable"):
            other = chance.choice(pack.rewrites) if pack.rewrites else None
            if other:
                yield Judged(question, other, around(other, []), NO_ANSWER, "guess")
        return
    group, beside = f"{pack.name}/{asked['id']}", around(rewrite, held)
    yield Judged(question, rewrite, beside, frozenset((ANSWERS,)), "rewrite", group)
    without = pack.nearest(f"{question} {rewrite}", own, SNIPPETS)
    yield Judged(question, rewrite, shown(pack, without, chance), frozenset((UNSUPPORTED,)), "removed")
    if len(places) > 1 and chance.random() < 0.7:
        kept = [index for index in held if index != chance.choice(held)]
        if set(kept) != own and len(kept) > 0:
            yield Judged(question, rewrite, around(rewrite, kept), frozenset((UNSUPPORTED,)), "half")
    planted = list(planted_in(pack, rewrite, held, chance))
    chance.shuffle(planted)
    for kind, text in planted[:2]:
        yield Judged(question, text, beside, frozenset((UNSUPPORTED,)), kind, group)
    quotes = [each["quote"] for each in asked["evidence"] if "|" not in each["quote"] and 6 <= len(each["quote"].split()) <= 40]
    if quotes and chance.random() < 0.5:
        quote = chance.choice(quotes)
        yield Judged(question, quote, beside, SUPPORTED, "quote", group)
        if planted := list(planted_in(pack, quote, held, chance)):
            kind, text = chance.choice(planted)
            yield Judged(question, text, beside, frozenset((UNSUPPORTED,)), f"quote {kind}", group)
    other = chance.choice(pack.rewrites)
    if other != rewrite:
        yield Judged(question, other, around(other, held), NO_ANSWER, "another's")
    for answer in asked.get("answers", [])[:1]:
        if 1 <= len(answer.split()) <= 12 and "|" not in answer and chance.random() < 0.5:
            yield Judged(question, answer, around(answer, held), frozenset((ANSWERS,)), "accepted")


NUMBER = re.compile(r"\b\d[\d,.]*\b")
NUMBER_WORDS = "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred".split()
NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
FLIPS = [
    (r"\bmore\b", "less"), (r"\bless\b", "more"), (r"\bbefore\b", "after"), (r"\bafter\b", "before"), (r"\bearlier\b", "later"),
    (r"\blater\b", "earlier"), (r"\bonly\b", "also"), (r"\bmay not\b", "may"), (r"\bmust not\b", "may"), (r"\bmay\b", "must"),
    (r"\bmust\b", "may"), (r"\ball\b", "some"), (r"\bsome\b", "all"), (r"\balways\b", "sometimes"), (r"\bnever\b", "sometimes"),
    (r"\bfirst\b", "last"), (r"\blast\b", "first"), (r"\bolder\b", "younger"), (r"\blonger\b", "shorter"), (r"\bhigher\b", "lower"),
    (r"\bdearer\b", "cheaper"), (r"\bcheaper\b", "dearer"), (r"\bwithout\b", "with"), (r"\bwith\b", "without"), (r"\bnot \b", ""),
    (r"\bis\b", "is not"), (r"\bare\b", "are not"), (r"\bwas\b", "was not"), (r"\bcan\b", "cannot"), (r"\bhas\b", "has never had"),
    (r"^Yes\b", "No"), (r"^No\b", "Yes"), (r"\bat least\b", "at most"), (r"\bup to\b", "at least"), (r"\buntil\b", "from"),
    (r"\bboth\b", "neither of"), (r"\bin\b", "outside"), (r"\bunless\b", "if"), (r"\bif\b", "unless"), (r"\bfrom\b", "until"),
]
TAIL = re.compile(r"(?<=\w)[,]? (because|since|so that|by|for|until|after|before|with|from|under|when|if) [^.;]{6,70}(?=[.;]|$)")


def planted_in(pack: Pack, text: str, held: list[int], chance: random.Random) -> Iterator[tuple[str, str]]:
    evidence = " ".join(pack.snippets[index].text for index in held)
    numbers = sorted(set(NUMBER.findall(evidence)) | {number for s in chance.sample(pack.snippets, min(8, len(pack.snippets))) for number in NUMBER.findall(s.text)})
    if found := list(NUMBER.finditer(text)):
        place = chance.choice(found)
        others = [number for number in numbers if number.strip(".,") != place[0].strip(".,")]
        if others:
            yield "number", text[: place.start()] + chance.choice(others).strip(".,") + text[place.end() :]
    if found := [each for word in NUMBER_WORDS for each in re.finditer(rf"\b{word}\b", text, re.IGNORECASE)]:
        place = chance.choice(found)
        other = chance.choice([word for word in NUMBER_WORDS if word != place[0].lower()])
        yield "number", text[: place.start()] + (other.capitalize() if place[0][0].isupper() else other) + text[place.end() :]
    if found := list(NAME.finditer(text)):
        place = chance.choice(found)
        names = [name for index in chance.sample(range(len(pack.snippets)), min(10, len(pack.snippets))) for name in NAME.findall(pack.snippets[index].text)]
        names += NAME.findall(evidence) * 3
        others = [name for name in names if name not in place[0] and place[0] not in name]
        if others:
            yield "name", text[: place.start()] + chance.choice(others) + text[place.end() :]
    for pattern in (NUMBER, NAME):
        if exchanged := exchanged_in(text, pattern, chance):
            yield "exchange", exchanged
    flips = [(pattern, to) for pattern, to in FLIPS if re.search(pattern, text)]
    if flips:
        pattern, to = chance.choice(flips)
        yield "flip", re.sub(pattern, to, text, count=1)
    tails = [tail[0] for other in chance.sample(pack.rewrites, min(12, len(pack.rewrites))) if other != text and (tail := TAIL.search(other))]
    if tails and text:
        mark = text[-1] if text[-1] in ".!" else ""
        yield "tail", text.rstrip(".!") + chance.choice(tails) + mark


def exchanged_in(text: str, pattern: re.Pattern, chance: random.Random) -> str | None:
    """The text with two of its numbers or names in each other's place; those of one enumeration may stand in any order."""
    found = [(each.start(), each[0].rstrip(".,")) for each in pattern.finditer(text)]
    pairs = [(a, b) for i, a in enumerate(found) for b in found[i + 1 :] if a[1] not in b[1] and b[1] not in a[1]]
    pairs = [(a, b) for a, b in pairs if set(re.findall(r"\b[a-z]+\b", text[a[0] + len(a[1]) : b[0]])) - {"and", "or"}]
    if not pairs:
        return None
    (at, first), (then, second) = chance.choice(pairs)
    return text[:at] + second + text[at + len(first) : then] + first + text[then + len(second) :]


WRITTEN = {
    "right": frozenset((ANSWERS,)), "short": frozenset((ANSWERS,)), "concluded": frozenset((ANSWERS,)),
    "invented": frozenset((UNSUPPORTED,)), "swapped": frozenset((UNSUPPORTED,)), "reversed": frozenset((UNSUPPORTED,)),
    "overdrawn": frozenset((UNSUPPORTED,)), "other": frozenset((BESIDE,)),
    "near": frozenset((ANSWERS,)), "two": frozenset((ANSWERS,)), "compared": frozenset((ANSWERS,)), "gap": frozenset((ANSWERS,)),
    "negated": frozenset((UNSUPPORTED,)), "exchanged": frozenset((UNSUPPORTED,)), "half": frozenset((UNSUPPORTED,)),
    "miscompared": frozenset((UNSUPPORTED,)),
    "brief": frozenset((ANSWERS,)), "listed": frozenset((ANSWERS,)), "plain": frozenset((ANSWERS,)), "part": frozenset((BESIDE,)), "elsewhere": NO_ANSWER, "aside": NO_ANSWER, "feigned": frozenset((UNSUPPORTED,)),
    "restated": frozenset((ANSWERS,)), "verbatim": frozenset((ANSWERS,)), "missaid": frozenset((UNSUPPORTED,)), "astray": frozenset((BESIDE,)),
}  # fmt: skip


def written_pairs(lines: list[dict], packs: dict[str, Pack], chance: random.Random) -> Iterator[Judged]:
    """Texts of writers: {id: pack/question, right, short, …}, each beside the evidence of its question."""
    for line in lines:
        name, _, identity = line["id"].partition("/")
        pack = packs[name]
        asked = next(each for each in pack.questions if each["id"] == identity)
        held = list(dict.fromkeys(i for each in asked["evidence"] for i in pack.holding(each["document"], each["quote"])))
        texts = {key: line[key] for key in WRITTEN if line.get(key)}
        if not held or not texts:
            continue
        # Its writer saw what stands around the evidence, too.
        beside = [index for place in held for index in (place + 1, place - 1) if 0 <= index < len(pack.snippets) and index not in held and pack.snippets[index].document == pack.snippets[place].document]
        words = words_of(" ".join(texts.values()))
        beside = [index for index in beside if len(words & pack.stems[index]) >= 2]
        kept = [*held, *beside][:SNIPPETS]
        others = pack.nearest(f"{asked['question']} {chance.choice(list(texts.values()))}", set(kept), OTHERS)
        evidence = shown(pack, [*kept, *others[: chance.randint(0, max(0, SNIPPETS - len(kept)))]], chance)
        for key, text in texts.items():
            yield Judged(asked["question"], text, evidence, WRITTEN[key], key, line["id"])
        if "unasked" in line:
            # A question of the same passages that they do not answer, what somebody guesses, and the answer to the other question.
            unasked = f"{line['id']}/unasked"
            yield Judged(line["unasked"], line["guess"], evidence, NO_ANSWER, "guess", unasked)
            other = texts.get("brief") or texts.get("short")
            if other and chance.random() < 0.5:
                yield Judged(line["unasked"], other, evidence, NO_ANSWER, "another's", unasked)
        if "right" in texts and chance.random() < 0.5:
            text = texts["right"]
            yield Judged(asked["question"], text, shown(pack, pack.nearest(f"{asked['question']} {text}", set(kept), SNIPPETS), chance), frozenset((UNSUPPORTED,)), "removed")


#: Texts that no source is about: what everybody knows, phrases, and the tales that small models tell.
STRANGERS = (
    "I am sorry, but I cannot help with that.", "The sky is green.", "Paris is the capital of France.", "Water boils at 100 °C at sea level.",
    "As a language model I have no opinion.", "Yes.", "No, it is not.", "It depends on the situation.", "See the answer above.",
    "The old king had no coins left to pay for his army.", "A Night in the Desert: a tale of two brothers who look for their father's grave.",
    "Once there was a fox that could not sleep.", "A giant with three heads has burned the villages of the north for a hundred years.",
    "The first step is to gather the ingredients.", "This is a great way to learn something new.", "The company was founded in 1987 by two friends.",
    "He opened the door and saw that the room was empty.", "The heart pumps blood through the body.", "Tomatoes are red.",
    "The author wants to say that love is stronger than death.", "There are several reasons for this, and they are all important.",
    "In conclusion, both have their advantages and disadvantages.", "The results of the experiment were published last year.",
    "Mount Everest is the highest mountain in the world.", "She works as a nurse in a large hospital.", "The answer is B.", "It is raining today.",
    "The passage describes a person who travels to another country.", "Click on the button in the upper right corner.", "The cat sat on the mat.",
    "A prime number has exactly two divisors.", "The war ended in 1945.", "He scored two goals in the second half.", "Open the terminal and type the command.",
    "The tower was struck by lightning, and the princess fled into the forest.", "The document does not exist.", "We recommend to consult a doctor.",
    "The price has doubled within a year.", "The second book is about a boy who talks to whales.", "All of the above.", "The sum of the angles is 180 degrees.",
)  # fmt: skip


def strangers(judged: list[Judged], count: int, chance: random.Random) -> Iterator[Judged]:
    """
    Texts beside the evidence of others, which does not support them, and supported ones beside the question of others, which they do not
    answer. A judge of near misses alone takes what is foreign to all for supported, and calls it beside the question.
    """
    supported = [each for each in judged if each.verdicts <= SUPPORTED]
    for _ in range(count):
        own, other = chance.choice(supported), chance.choice(judged)
        words, kind = words_of(own.text), chance.random()
        if kind < 0.3:
            if not words_of(other.question) & (words | words_of(own.evidence)):
                yield Judged(other.question, own.text, own.evidence, frozenset((BESIDE,)), "strange question")
            continue
        if 2 * len(words & words_of(other.evidence)) >= max(1, len(words)):
            continue
        text = chance.choice(STRANGERS) if kind < 0.45 else own.text
        question = own.question if chance.random() < 0.4 else other.question
        yield Judged(question, text, other.evidence, frozenset((UNSUPPORTED,)), "stranger")


PUBLIC = {
    "fever_dev_pairs": 6000, "fever_symmetric": 1400, "fm2_train": 2547, "halueval_qa_train": 1481, "conjnli_train": 2500,
    "negnli_train": 1500, "med_monotonicity": 1000, "summedits_sentences_train": 2321, "synth_train": 4000, "scifact_train": 900,
}  # fmt: skip


def public_pairs(folder: Path, chance: random.Random) -> Iterator[Judged]:
    for name, most in PUBLIC.items():
        lines = [json.loads(line) for line in (folder / f"{name}.jsonl").read_text(encoding="utf8").split("\n") if line.strip()]
        for line in chance.sample(lines, min(most, len(lines))):
            evidence = line["evidence"] if isinstance(line["evidence"], str) else "\n".join(line["evidence"])
            if len(evidence) > 900:
                continue
            question, text = line.get("question", ""), line.get("answer") or line["claim"]
            verdicts = SUPPORTED if line["supported"] else frozenset((UNSUPPORTED,))
            yield Judged(question, text, evidence, verdicts, name)

LABELS = {"S": frozenset((ANSWERS,)), "O": frozenset((BESIDE,)), "U": frozenset((UNSUPPORTED,))}


def covering(text: str, snippets: list[Snippet], most: int) -> list[int]:
    """Snippets that hold most words of a text together, as the validator chooses sentences: by what each adds."""
    stems = [words_of(each.shown) for each in snippets]
    wanted, chosen = words_of(text), []
    left = set(wanted)
    while len(chosen) < min(most, len(snippets)):
        score = {i: (len(left & s) + 0.25 * len(wanted & s)) / (8 + len(s)) ** 0.5 for i, s in enumerate(stems) if i not in chosen}
        best = max(score, key=score.__getitem__)
        chosen.append(best)
        left -= stems[best]
    return sorted(chosen)


def section_pairs(sections: list[dict], chance: random.Random) -> Iterator[Judged]:
    """Sentences of longer answers, each labelled: {id, title, text, answers: [{question, sentences: [[text, "S" | "O" | "U"], …]}, …]}."""
    for section in sections:
        snippets = list(snippets_of(section["id"], f"# {section['title']}\n{section['text']}"))
        for answer in section["answers"]:
            question, sentences = answer["question"], answer["sentences"]
            for text, label in sentences:
                said = re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+", "", text) if chance.random() < 0.5 else text
                chosen = covering(f"{question} {said}", snippets, SNIPPETS)
                yield Judged(question, said, "\n".join(snippets[i].shown for i in chosen), LABELS[label], f"section {label}")
            texts = [text for text, _ in sentences]
            whole = ("\n" if texts[0][:1] in "-1*" else " ").join(texts)
            verdicts = LABELS["U"] if any(label == "U" for _, label in sentences) else LABELS["S"]
            chosen = covering(f"{question} {whole}", snippets, SNIPPETS + 1)
            yield Judged(question, whole, "\n".join(snippets[i].shown for i in chosen), verdicts, "section whole")
