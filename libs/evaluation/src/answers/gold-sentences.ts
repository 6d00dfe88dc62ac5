import { splitSentences, terms, termSet } from '@arbiter/text';
import { z } from 'zod';
import type { Question } from '../questions.js';
import { countWords, holdsQuotation, isSameDocument } from './judge-answer.js';
import { foldText, matchesAnswer, mentions } from './match-answer.js';
import type { PlainDocument } from './read-document.js';

const Text = z.string().trim().min(1);

/** A line of a pack's `eval/labelled-answers.jsonl`: an answer with the label that reading its sources gives. */
export const LabelledAnswer = z.object({
  id: Text,
  /** Label of the case, for tables: `right`, `one-wrong`, `negated`, … */
  kind: Text.default('answer'),
  question: Text,
  answer: z.string(),
  /** Whether it should be shown: it answers the question, and its sources support every claim. */
  accept: z.boolean(),
  /** Stretches of the answer that the sources do not support. */
  unsupportedClaims: z.array(Text).default([]),
  /** `document`: a path in the pack. `section`: headings. `quote`: what stands there, and all that the answer rests on. */
  sources: z
    .array(z.object({ document: Text, title: z.string().optional(), section: z.string().optional(), quote: Text }))
    .default([]),
});
export type LabelledAnswer = z.output<typeof LabelledAnswer>;

/** Kinds of the labelled answers. */
const GOLD_SENTENCE = 'gold-sentence';
const SENTENCE_BESIDE = 'sentence-beside';

/** Types whose questions one sentence can answer. */
const TYPES: readonly Question['type'][] = ['simple_lookup', 'procedural', 'comparative', 'multi_hop'];

/** Shorter ones say too little to be taken for an answer. */
const LEAST_WORDS = 6;

interface PlacedSentence {
  readonly text: string;
  /** Index of its block. */
  readonly block: number;
}

/**
 * Two labelled answers to a question whose evidence is one sentence. That sentence, word for word, is to be accepted.
 * Another sentence of the same document, without the answer, is to be rejected: the one that shares most terms with the
 * question, of several the nearest. Both have the sections of the two as sources, without their tables.
 *
 * @returns [] for a question of another kind; if the evidence is no sentence or does not hold an accepted answer; or if
 *   the document has no other sentence
 */
export function goldSentenceCases(question: Question, documents: readonly PlainDocument[]): LabelledAnswer[] {
  const [evidence, ...others] = question.evidence;
  if (!question.answerable || !TYPES.includes(question.type) || !evidence || others.length > 0) return [];
  const document = documents.find(({ path }) => isSameDocument(path, evidence.document));
  if (!document) return [];
  const sentences = sentencesOf(document);
  const gold = sentences.find(
    ({ text }) => holdsQuotation(text, evidence.quote) && matchesAnswer(text, question).correct,
  );
  const beside = gold && sentenceBeside(gold, sentences, question);
  if (!beside) return [];
  const sections = [...new Set([gold, beside].map(({ block }) => sectionStart(document, block)))];
  const sources = sections.map((start) => sourceOf(document, start, evidence.document));
  const common = { question: question.question, unsupportedClaims: [], sources };
  return [
    { ...common, id: `${question.id}-gold`, kind: GOLD_SENTENCE, answer: gold.text, accept: true },
    { ...common, id: `${question.id}-beside`, kind: SENTENCE_BESIDE, answer: beside.text, accept: false },
  ];
}

function sentencesOf({ blocks }: PlainDocument): PlacedSentence[] {
  return blocks.flatMap(({ text, prose }, block) =>
    prose ? splitSentences(text).map(({ start, end }) => ({ text: text.slice(start, end), block })) : [],
  );
}

function sentenceBeside(
  gold: PlacedSentence,
  sentences: readonly PlacedSentence[],
  { question, answers, mustMention }: Question,
): PlacedSentence | undefined {
  const asked = termSet(question);
  const given = [...answers, ...mustMention].map(foldText);
  const shared = (text: string): number =>
    new Set(terms(text).flatMap(({ term }) => (asked.has(term) ? [term] : []))).size;
  return sentences
    .filter(({ text }) => text !== gold.text && countWords(text) >= LEAST_WORDS)
    .filter(({ text }) => !given.some((answer) => mentions(foldText(text), answer)))
    .map((sentence) => ({
      sentence,
      shared: shared(sentence.text),
      distance: Math.abs(sentence.block - gold.block),
    }))
    .sort((a, b) => b.shared - a.shared || a.distance - b.distance)
    .at(0)?.sentence;
}

/** Index of the heading above a block; 0 where there is none. */
function sectionStart({ blocks }: PlainDocument, block: number): number {
  return Math.max(
    0,
    blocks.findLastIndex(({ heading }, index) => heading && index <= block),
  );
}

function sourceOf(
  { blocks, title }: PlainDocument,
  start: number,
  document: string,
): LabelledAnswer['sources'][number] {
  const next = blocks.findIndex(({ heading }, index) => heading && index > start);
  const texts = blocks.slice(start, next === -1 ? undefined : next);
  const section = texts.find(({ heading }) => heading)?.text;
  const quote = texts.flatMap(({ prose, text }) => (prose ? [text] : [])).join('\n\n');
  return { document, title, ...(section !== undefined && section !== title && { section }), quote };
}
