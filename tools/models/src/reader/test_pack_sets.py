"""`python -m unittest` in this folder; skipped where the package tokenizers is absent."""

import importlib.util
import json
import random
import tempfile
import unittest
from pathlib import Path

HAS_TOKENIZERS = importlib.util.find_spec("tokenizers") is not None
if HAS_TOKENIZERS:
    from pack_sets import cards_of, pack_sets, verdict_of
    from reading_sets import ANSWERED, NO, NONE, SPAN

LAMP = {"title": "Pell", "section": ["Pell", "The lamp"], "text": "The lamp burns whale oil. It weighs 40 pounds."}
BELL = {"title": "Pell", "section": ["Pell", "The bell"], "text": "The bell weighs 90 pounds."}
EVIDENCE = [{"document": "documents/pell.md", "quote": "It weighs 40 pounds."}]


def read(passages: list[dict], **asked) -> list:
    """Of one question of a pack, asked of passages."""
    question = {"id": "pell-01", "question": "How heavy is the lamp?", "type": "simple_lookup", **asked}
    with tempfile.TemporaryDirectory() as folder:
        pack, dump = Path(folder) / "pell", Path(folder) / "dump.jsonl"
        (pack / "eval").mkdir(parents=True)
        (pack / "eval/questions.jsonl").write_text(json.dumps(question) + "\n")
        dump.write_text(json.dumps({"pack": "pell", "question": {"id": "pell-01"}, "passages": passages}) + "\n")
        return list(pack_sets(dump, [pack], random.Random(1)))


@unittest.skipUnless(HAS_TOKENIZERS, "the package tokenizers is not installed")
class PackSets(unittest.TestCase):
    def test_the_passage_with_the_evidence_answers_by_the_accepted_words(self):
        made = read([LAMP, BELL], answers=["40 pounds"], evidence=EVIDENCE)
        [right] = [each for each in made if each.verdict == SPAN]
        self.assertEqual([right.passage[a:b] for a, b in right.spans], ["40 pounds"])
        self.assertEqual([each.passage for each in made if each.verdict == NONE], [BELL["text"]])

    def test_a_passage_that_holds_the_accepted_words_and_no_evidence_is_left_out(self):
        keg = {**BELL, "text": "A keg weighs 40 pounds."}
        self.assertEqual([each.passage for each in read([LAMP, keg], answers=["40 pounds"], evidence=EVIDENCE)], [LAMP["text"]])

    def test_nothing_answers_a_question_without_evidence(self):
        self.assertEqual({each.verdict for each in read([LAMP, BELL])}, {NONE})

    def test_what_the_authors_wrote_as_an_answer_answers_and_the_sentence_beside_it_does_not(self):
        made = read([LAMP], answers=["40 pounds"], evidence=EVIDENCE, rewrite="Some 40 pounds.", beside="It burns oil.")
        alone = {each.passage: (each.verdict, each.headings) for each in made if not each.headings}
        self.assertEqual(alone, {"Some 40 pounds.": (SPAN, ""), "It burns oil.": (NONE, "")})

    def test_yes_and_no_are_known_where_a_pack_says_so(self):
        self.assertEqual(verdict_of({"question": "Is it heavy?", "yesNo": "no"}), NO)
        self.assertEqual(verdict_of({"question": "Is it heavy?"}), ANSWERED)
        self.assertEqual(verdict_of({"question": "How heavy is it?"}), SPAN)

    def test_a_pack_that_the_dump_does_not_hold_is_refused(self):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as empty, self.assertRaisesRegex(ValueError, "holds nothing"):
            list(pack_sets(Path(empty.name), [Path("pell")], random.Random(1)))

    def test_the_card_of_an_expected_entity_answers_and_one_that_holds_the_answer_by_chance_is_left_out(self):
        asked = {"id": "pell-01", "question": "Who keeps it?", "type": "simple_lookup", "answers": ["Ines"], "mustMention": [], "evidence": EVIDENCE}
        cards = [
            {"name": "Lamp", "text": "Lamp is kept by Ines.", "expected": True},
            {"name": "Ines", "text": "Ines is a person.", "expected": False},
            *({"name": f"Bell {n}", "text": "It rings.", "expected": False} for n in range(9)),
        ]
        made = list(cards_of(asked, cards, random.Random(1)))
        self.assertEqual([(each.headings, each.spans) for each in made if each.verdict == SPAN], [("Lamp", ((16, 20),))])
        nothing = [each.headings for each in made if each.verdict == NONE]
        self.assertEqual((len(nothing), nothing[:2]), (4, ["Bell 0", "Bell 1"]))


if __name__ == "__main__":
    unittest.main()
