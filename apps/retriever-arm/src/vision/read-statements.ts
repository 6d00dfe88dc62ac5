import { readableSentence, sentenceKey } from '@arbiter/composition';
import { MAX_READ_SENTENCES } from '@arbiter/contracts';
import type { Generation } from '@arbiter/ports';
import { restoreText, withoutHiddenText } from '@arbiter/prompting';
import { linksAsText, quotationsIn, splitSentences } from '@arbiter/text';
import { isCut } from '../synthesis/generated/read-sentences.js';
import { saysNothingFound } from '../synthesis/generated/refusals.js';
import type { RepeatedPrompt } from '../synthesis/generated/repeated-prompt.js';
import { isUnsafe } from '../synthesis/generated/unsafe-sentences.js';

/** UTF-16 code units; what is longer is no plain sentence. */
const LONGEST_SENTENCE = 2_000;
/** One word, and how an empty list is called in prose. */
const IS_NOTHING = /^(?:\w+|n\/a|(?:an )?empty list|no (?:sentences?|statements?))\W*$/i;
const FRAME_OF_CODE = /^`{3,}[\w-]*$/;
const JSON_BEGINS = /[[{]\s{0,20}["{\]}]/;
const JSON_TEXT = /"(?:[^"\\]|\\.)*"(?=\s{0,20}[,\]}])/g;
const IS_COMPLETE = /[.!?…。！？]["'”’»)\]]*$/u;

/** Speaks to somebody: a statement names its subject, and nobody is called by it. */
const SPOKEN_TO: readonly RegExp[] = [
  /\b(?:you|your|yours|yourself|yourselves|dear (?:reader|user)|du|dich|dir|deine?[nmrs]?|vous|votre|vos|usted(?:es)?)\b/i,
  /\b(?:readers?|users?|assistants?)\s+(?:should|must|shall|ha(?:s|ve) to|needs? to|(?:is|are) (?:to|asked))\b/i,
  /^(?:please|do not|don['’]t|ignore|disregard|remember|visit|always|never) |!\W{0,10}$/i,
  /^(?:answer|ask|call|click|contact|copy|download|email|enter|follow|forget|give|go|mention|open|pay|print|recommend|repeat|reply|respond|reveal|say|scan|send|tell|transfer|type|use|write) (?:the|an?|all|any|every|this|that|these|those|it|me|us|them|only|nothing|to|with|in|on|at)\b/i,
];
/** What the model says of itself, or how it begins. */
const OF_ITSELF =
  /^(?:i|we|as an ai|here (?:is|are)|sure|okay|certainly|(?:the|this) (?:question|request|prompt|answer))\b/i;
/** What is not there was not asked for. */
const SHOWS_NOTHING =
  /^(?:the|this) (?:picture|image|page|diagram|chart|figure|photo(?:graph)?|drawing|map|table) (?:itself )?(?:does not|doesn['’]t|do not|did not|cannot|contains? no|shows? no|has no|gives? no|says? nothing|shows? nothing)\b/i;

/**
 * The statements about a page in what a model has said of its picture. It may have obeyed an instruction in it: what addresses
 * somebody, orders something, holds a link that the page's own words do not hold, or would be run by a viewer is left out; so are
 * repetitions of the prompt, and what the model says of itself.
 *
 * @param said the parsed output, or the text of a model that answers in prose
 * @param foundations texts whose addresses are no invention
 * @returns each once, in their order
 */
export function readStatements(
  { output, text, stopReason }: Pick<Generation, 'output' | 'text' | 'stopReason'>,
  { prompt, foundations }: { readonly prompt: RepeatedPrompt; readonly foundations: readonly string[] },
): string[] {
  if (stopReason === 'refusal') return [];
  const listed = listOf(output) ?? textsOfJson(text);
  const said = listed ? listed.flatMap(sentencesOf) : proseOf(text, isCut(stopReason));
  const statements = new Map<string, string>();
  for (const raw of said) {
    const plain = linksAsText(restoreText(withoutHiddenText(raw)));
    const sentence = readableSentence(plain, false).trim().toWellFormed();
    const key = sentenceKey(sentence);
    if (key === '' || statements.has(key) || !isStatement(sentence)) continue;
    if (prompt.isIn(sentence) || isUnsafe(plain, foundations)) continue;
    statements.set(key, sentence);
    if (statements.size === MAX_READ_SENTENCES) break;
  }
  return [...statements.values()];
}

function isStatement(sentence: string): boolean {
  if (sentence.length > LONGEST_SENTENCE || IS_NOTHING.test(sentence)) return false;
  if (SHOWS_NOTHING.test(sentence) || saysNothingFound(sentence)) return false;
  const own = withoutQuotations(sentence);
  return !OF_ITSELF.test(sentence) && !SPOKEN_TO.some((one) => one.test(own));
}

/** A label may well say "you". */
function withoutQuotations(sentence: string): string {
  return quotationsIn(sentence).reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), sentence);
}

function listOf(output: unknown): string[] | null {
  if (typeof output !== 'object' || output === null) return null;
  const list: unknown = 'sentences' in output ? output.sentences : output;
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : null;
}

/**
 * The texts in JSON that stands somewhere in an answer, or that was cut; not the names of its members.
 *
 * @returns null for an answer without any
 */
function textsOfJson(text: string): string[] | null {
  const from = text.search(JSON_BEGINS);
  if (from < 0) return null;
  return [...text.slice(from).matchAll(JSON_TEXT)].flatMap(([whole]) => {
    try {
      return [JSON.parse(whole) as string];
    } catch {
      return [];
    }
  });
}

function proseOf(text: string, wasCut: boolean): string[] {
  const lines = text.split('\n').filter((line) => !FRAME_OF_CODE.test(line.trim()));
  const sentences = lines.flatMap(sentencesOf);
  return wasCut && !IS_COMPLETE.test(sentences.at(-1) ?? '') ? sentences.slice(0, -1) : sentences;
}

function sentencesOf(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}
