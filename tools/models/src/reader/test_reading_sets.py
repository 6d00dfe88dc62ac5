"""`python -m unittest` in this folder; skipped where the package tokenizers is absent."""

import gzip
import importlib.util
import json
import random
import tempfile
import unittest
from pathlib import Path

HAS_TOKENIZERS = importlib.util.find_spec("tokenizers") is not None
if HAS_TOKENIZERS:
    from reading_sets import NO, NONE, QUESTION_PIECES, SPAN, Asked, Encoder, beside, cropped, stored_sets

TOKENIZER = Path(__file__).parents[4] / "libs/models/reader-bge-small/model/tokenizer.json"
SENTENCES = [f"Keeper number {number} kept the light of Pell for {number} years." for number in range(1, 21)]
PASSAGE = " ".join(SENTENCES)


def asked_of(answer: str, passage: str = PASSAGE) -> "Asked":
    start = passage.index(answer)
    return Asked("Who kept the light?", "Pell", passage, SPAN, ((start, start + len(answer)),), answers=(answer,))


@unittest.skipUnless(HAS_TOKENIZERS, "the package tokenizers is not installed")
class Cropped(unittest.TestCase):
    def test_the_window_is_shorter_and_holds_the_answer_at_its_place(self):
        for seed in range(50):
            chance = random.Random(seed)
            answer = f"number {chance.randint(1, 20)} kept"
            window = cropped(asked_of(answer), 40, chance)
            self.assertLess(len(window.passage), len(PASSAGE))
            self.assertIn(window.passage, PASSAGE)
            self.assertEqual([window.passage[a:b] for a, b in window.spans], [answer])

    def test_a_question_without_an_answer_keeps_the_sentence_most_like_it(self):
        question = "What did the bosun whistle?"
        passage = f"{PASSAGE} The bosun whistled at noon. {PASSAGE}"
        for seed in range(20):
            window = cropped(Asked(question, "", passage, NONE), 40, random.Random(seed))
            self.assertIn("The bosun whistled at noon.", window.passage)

    def test_a_short_passage_stays_whole(self):
        asked = asked_of("Keeper number 1", SENTENCES[0])
        self.assertIs(cropped(asked, 40, random.Random(1)), asked)


@unittest.skipUnless(HAS_TOKENIZERS, "the package tokenizers is not installed")
class Beside(unittest.TestCase):
    def test_the_other_passage_of_the_title_does_not_say_it(self):
        other = "The light of Pell is white. Nobody kept count of it."
        asked = [asked_of("number 7"), Asked("What colour is the light?", "Pell", other, NONE)]
        [made] = beside(asked, 1, random.Random(1))
        self.assertEqual((made.question, made.passage), (asked[0].question, other))
        self.assertEqual((made.verdict, made.spans, made.answers), (NONE, (), ()))

    def test_a_passage_that_says_it_too_is_never_taken(self):
        asked = [asked_of("number 7"), Asked("How high is it?", "Pell", "It was number 7 again.", NONE)]
        self.assertEqual(beside(asked, 1, random.Random(1)), [])

    def test_nor_is_one_of_another_title(self):
        asked = [asked_of("number 7"), Asked("How high is it?", "Wick", "It is high.", NONE)]
        self.assertEqual(beside(asked, 1, random.Random(1)), [])


@unittest.skipUnless(HAS_TOKENIZERS, "the package tokenizers is not installed")
class Pieces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.encoder = Encoder(TOKENIZER, 320)

    def test_the_pieces_of_a_span_stand_for_its_characters(self):
        passage = "Zoë Müller-Łuk kept the 😀 light of Saint-Étienne for 31½ years."
        for answer in ("Zoë Müller-Łuk", "Saint-Étienne", "31½", "😀", "years."):
            [pieces] = self.encoder.encode([asked_of(answer, passage)])
            [(first, last)] = pieces.spans
            begin, end = pieces.offsets[2 * first], pieces.offsets[2 * last + 1]
            self.assertEqual(passage[begin:end], answer)

    def test_question_headings_and_passage_stand_between_marks(self):
        [pieces] = self.encoder.encode([asked_of("number 7")])
        marks = [index for index, piece in enumerate(pieces.ids) if piece == self.encoder.sep]
        self.assertEqual(pieces.ids[0], self.encoder.cls)
        self.assertEqual((marks[1] + 1, marks[2]), (pieces.first, pieces.first + pieces.length))
        self.assertEqual(list(pieces.types), [0] * (marks[0] + 1) + [1] * (marks[2] - marks[0]))

    def test_what_does_not_fit_is_cut_with_its_span(self):
        long = Asked("why " * 100, "", PASSAGE * 3, SPAN, ((0, 6), (2 * len(PASSAGE), 2 * len(PASSAGE) + 6)))
        [pieces] = self.encoder.encode([long])
        self.assertEqual((len(pieces.ids), pieces.first), (320, 1 + QUESTION_PIECES + 1 + 1))
        self.assertEqual(pieces.spans, [(0, 0)])


@unittest.skipUnless(HAS_TOKENIZERS, "the package tokenizers is not installed")
class StoredSets(unittest.TestCase):
    def stored(self, *questions: dict) -> list:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "set.jsonl.gz"
            line = {"title": "Pell", "context": "Ada kept it. Ada left.", "questions": list(questions)}
            path.write_bytes(gzip.compress(json.dumps(line).encode()))
            return list(stored_sets(path))

    def test_a_guessed_place_counts_wherever_its_text_occurs(self):
        answers = [{"text": "Ada", "start": 0}]
        [sure, guessed] = self.stored(
            {"id": "1", "question": "Who?", "answers": answers},
            {"id": "2", "question": "Who?", "answers": answers, "startGuessed": True},
        )
        self.assertEqual((sure.spans, guessed.spans), (((0, 3),), ((0, 3), (13, 16))))

    def test_a_question_without_answers_is_one_that_nothing_answers_unless_it_is_yes_or_no(self):
        [none, no] = self.stored(
            {"id": "1", "question": "Why?", "answers": []},
            {"id": "2", "question": "Did she stay?", "answers": [], "yesNo": False},
        )
        self.assertEqual((none.verdict, no.verdict), (NONE, NO))

    def test_an_answer_that_is_not_at_its_place_is_refused(self):
        with self.assertRaisesRegex(ValueError, "not at 1"):
            self.stored({"id": "1", "question": "Who?", "answers": [{"text": "Ada", "start": 1}]})


if __name__ == "__main__":
    unittest.main()
