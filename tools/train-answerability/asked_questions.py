"""Questions that people asked, with the sentences of their evidence: HotpotQA, MuSiQue and HaluEval QA."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from cloze_pairs import SENTENCE_END
from pair import Pair
from stored_texts import read_lines

#: HaluEval's knowledge joins sentences without a space.
CLOSE_SENTENCE_END = re.compile(r'(?<=[.!?])\s*(?=[A-Z"“])')
#: In characters; shorter ones are rests of a split.
SHORTEST_SENTENCE = 15
#: Of sentences in documents that hold no evidence, so many are kept.
SHARE_OF_UNRELATED = 0.12
#: Evidence of other questions, among which that nearest to a question is looked for.
UNRELATED_SAMPLE = 60


def normalised(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


def long_words(text: str) -> set[str]:
    """Words of normalised text that say something, by their length."""
    return {word for word in text.split() if len(word) > 3}


def holds(sentence: str, answer: str) -> bool:
    """answer: normalised; only as whole words."""
    return f" {answer} " in f" {normalised(sentence)} "


def before(sentences: list[str], index: int) -> str:
    return sentences[index - 1] if index else ""


def hotpot_pairs(file: Path) -> list[Pair]:
    """Sentences that are marked as evidence, all others of their documents, and some of the distractors'."""
    pairs: list[Pair] = []
    for row in read_lines(file):
        evidence = {(title, index) for title, index in row["supporting_facts"]}
        titles = {title for title, _ in evidence}
        for title, sentences in row["context"]:
            for index, sentence in enumerate(sentences):
                if len(sentence) < SHORTEST_SENTENCE:
                    continue
                label = int((title, index) in evidence)
                if label or title in titles or Random(len(pairs)).random() < SHARE_OF_UNRELATED:
                    place = before(sentences, index).strip()
                    pairs.append(Pair(row["question"], title, "", place, sentence.strip(), label))
    return pairs


def musique_pairs(folder: Path) -> tuple[list[Pair], int]:
    """Single hops of MuSiQue's questions; with them the number of hops whose answer was found in a sentence."""
    paragraphs = list({row["_id"]: row for row in read_lines(folder / "corpus.jsonl")}.values())
    pairs: list[Pair] = []
    found = 0
    for row in read_lines(folder / "qa.jsonl"):
        for question, answer in single_hops(row["question_decomposition"]):
            of_hop = pairs_of_hop(question, normalised(answer), paragraphs)
            pairs += of_hop
            found += bool(of_hop)
    return pairs, found


def single_hops(decomposition: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Question and answer of each hop; `#1` becomes the answer of the first, `subject >> relation` a question."""
    answers: list[str] = []
    for hop in decomposition:
        question = hop["question"]
        for index, answer in enumerate(answers):
            question = question.replace(f"#{index + 1}", answer)
        answers.append(hop["answer"])
        relation = re.match(r"(.+) >> (.+)", question)
        if relation:
            question = f"What is the {relation.group(2).strip()} of {relation.group(1).strip()}?"
        yield question, hop["answer"]


def pairs_of_hop(question: str, answer: str, paragraphs: list[dict[str, Any]]) -> list[Pair]:
    """
    Of the paragraph nearest to the question, of those that hold its normalised answer: the nearest sentence with the
    answer, and all without it. Empty where no sentence holds it.
    """
    asked = long_words(normalised(question))

    def nearness(paragraph: dict[str, Any]) -> int:
        title = set(normalised(paragraph["title"]).split())
        text = set(normalised(paragraph["title"] + " " + paragraph["text"]).split())
        return len(asked & text) + 2 * len(asked & title)

    holding = [paragraph for paragraph in paragraphs if answer in normalised(paragraph["text"])]
    if not holding:
        return []
    nearest = max(holding, key=nearness)
    sentences = [sentence for sentence in SENTENCE_END.split(nearest["text"]) if len(sentence) > SHORTEST_SENTENCE]
    answering = [index for index, sentence in enumerate(sentences) if holds(sentence, answer)]
    if not answering:
        return []
    best = max(answering, key=lambda index: len(asked & set(normalised(sentences[index]).split())))
    return [
        Pair(question, nearest["title"], "", before(sentences, index), sentence, int(index == best))
        for index, sentence in enumerate(sentences)
        if index == best or index not in answering
    ]


def halueval_pairs(file: Path, rng: Random) -> list[Pair]:
    """Right answers with their knowledge, whole and by sentence, and without the sentences that hold the answer."""
    answered = {row["question"]: (row["answer"], row["evidence"]) for row in read_lines(file) if row["supported"]}
    all_evidence = [evidence for _, evidence in answered.values()]
    pairs: list[Pair] = []
    for question, (answer, evidence) in answered.items():
        pairs += pairs_of_evidence(question, normalised(answer), evidence)
        pairs.append(Pair(question, "", "", "", unrelated_evidence(question, evidence, all_evidence, rng), 0))
    return pairs


def pairs_of_evidence(question: str, answer: str, evidence: str) -> list[Pair]:
    """Single sentences only where they can be told apart by the answer, which is normalised."""
    stripped = [part.strip() for part in CLOSE_SENTENCE_END.split(evidence) if len(part) > SHORTEST_SENTENCE]
    answering = [index for index, sentence in enumerate(stripped) if holds(sentence, answer)]
    pairs = [Pair(question, "", "", "", " ".join(stripped), 1)]
    if answer in ("yes", "no") or not answering or answer in normalised(question):
        return pairs
    pairs += [
        Pair(question, "", "", before(stripped, index), sentence, int(index in answering))
        for index, sentence in enumerate(stripped)
    ]
    rest = [sentence for index, sentence in enumerate(stripped) if index not in answering]
    return [*pairs, Pair(question, "", "", "", " ".join(rest), 0)] if rest else pairs


def unrelated_evidence(question: str, evidence: str, all_evidence: list[str], rng: Random) -> str:
    """Of a sample of other questions' evidence, what shares most words with this question."""
    asked = long_words(normalised(question))
    return max(
        rng.sample(all_evidence, UNRELATED_SAMPLE),
        key=lambda other: len(asked & set(normalised(other).split())) if other != evidence else -1,
    )
