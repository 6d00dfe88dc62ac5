import type { GlobalQuestion } from '@arbiter/question-types';
import { currencyOf } from '../ranking/currency.js';
import type { PlacedSentence } from '../world/knowledge-graph.js';
import type { QuestionTarget } from '../ranking/question-target.js';
import type { Mention } from '../world/knowledge-graph.js';
import type { World } from '../world/world.js';
import { isNameOfWhole } from './whole.js';
import { speaksOfTopic } from './topic-signs.js';

/** The present, whatever it is about: {@link currencyOf} then tells what has been overtaken. */
const PRESENT: QuestionTarget = {
  ...{ asks: 'kind', types: new Map(), noun: null, named: new Set(), described: new Map(), terms: new Set() },
  isPresent: true,
};
/** Longer sentences say more than one thing, in UTF-16 code units. */
const LONGEST = 360;
/** Share of a sentence's worth that does not depend on how important its things are. */
const LEAST_IMPORTANT = 0.3;
/** What is left of a sentence that tells how it was. */
const PAST = 0.4;
const TELLS_PAST = /\b(?:was|were|had|until|in (?:1\d{3}|\d{3})|between \d{3,4}|ago)\b/iu;
/** What a sentence gains that names two things: it tells what is between them. */
const BETWEEN = 1.25;
/** What a heading that speaks of the topic is worth beside the words of a sentence. */
const HEADING_SHARE = 0.5;
/** "X is the …", "X, which …, is a …": says what a thing is, rather than something about it. */
const DEFINES = /^(?:\S+ ){1,14}?(?:is|are) (?:(?:also|both) )?(?:an?|the|one|two|three|\d+)\b/u;
const HARDLY_DEFINES = 0.4;
/** Shorter sentences define nothing, in UTF-16 code units. */
const SHORTEST_DEFINITION = 20;
/** A row of a table states values, not a sentence. */
const ROW = /;\s+\p{Lu}[\p{L} ]*:\s|^\p{Lu}[\p{L} ]{1,30}: [^.]*\s\p{Lu}[\p{L} ]{1,20}: /u;
/** Shorter ones say too little to stand in an overview, in UTF-16 code units. */
const SHORTEST = 30;

/** A sentence with the headings above it. */
export interface HeadedSentence extends PlacedSentence {
  readonly headings: readonly string[];
}

/**
 * How much a sentence of the documents says about the topic of a question about everything, 0 to about 1. One that has been overtaken by
 * a session says nothing: what is gone must not be told as if it were there.
 */
export function rateSentence({ topic }: GlobalQuestion, world: World, sentence: HeadedSentence): number {
  const { graph } = world;
  const { documentId, start, end, text } = sentence;
  const mentions = graph.mentionsIn(documentId, start, end);
  const nodes = [...new Set(mentions.map(({ node }) => node))];
  if (
    nodes.length === 0 ||
    text.length < SHORTEST ||
    text.length > LONGEST ||
    ROW.test(text) ||
    isOvertaken(world, sentence)
  )
    return 0;
  if (topic === 'overview') {
    const defined = nodes.filter((node) => isDefinedIn(node, world, sentence));
    const isWhole = defined.some((node) => isNameOfWhole(graph.entities[node]?.name ?? '', graph));
    const worth = definesWell(text);
    return isWhole && worth > 0 ? 1 : importanceOf(defined, world) * worth;
  }
  const spoken =
    speaksOfTopic(topic, withoutNames(sentence, mentions)) +
    HEADING_SHARE * speaksOfTopic(topic, sentence.headings.join('\n'));
  const about =
    LEAST_IMPORTANT + (1 - LEAST_IMPORTANT) * importanceOf([...nodes, ...graph.subjectsOf(documentId)], world);
  return Math.min(1, spoken) * about * (nodes.length < 2 ? 1 : BETWEEN) * (isPast(world, sentence) ? PAST : 1);
}

/** Whether a sentence tells how it was: by its words, or because its document is about an event. */
function isPast({ graph }: World, { documentId, text }: PlacedSentence): boolean {
  return (
    TELLS_PAST.test(text) ||
    graph.subjectsOf(documentId).some((node) => graph.types.isOfConcept(graph.entities[node]?.type ?? null, 'event'))
  );
}

/** Whether a sentence tells something that sessions have changed since, or names what cannot be used any more. */
export function isOvertaken(world: World, sentence: PlacedSentence): boolean {
  const { graph } = world;
  const mentions = graph.mentionsIn(sentence.documentId, sentence.start, sentence.end);
  return (
    currencyOf(PRESENT, world, sentence) < 1 ||
    mentions.some(({ node }) => world.isUnavailable(graph.entities[node]?.id ?? ''))
  );
}

/** Of the most important; 0 for none. */
function importanceOf(nodes: readonly number[], { graph }: World): number {
  return Math.max(0, ...nodes.map((node) => graph.entities[node]?.importance.composite ?? 0));
}

/** Whether the sentence says what a thing is. */
function isDefinedIn(node: number, { graph }: World, { documentId, start, end }: PlacedSentence): boolean {
  const place = graph.entities[node]?.definedAt;
  if (!place || graph.document(place.document)?.id !== documentId) return false;
  return place.start >= start && place.start < end;
}

/** Names say nothing of a topic: a ship may be called "Quarrel". */
function withoutNames({ text, start }: PlacedSentence, mentions: readonly Mention[]): string {
  return mentions.reduce(
    (left, { start: from, end: to }) => left.slice(0, from - start) + ' '.repeat(to - from) + left.slice(to - start),
    text,
  );
}

/** How well a sentence says what something is, 0 to 1. */
export function definesWell(text: string): number {
  if (ROW.test(text) || text.length < SHORTEST_DEFINITION) return 0;
  if (DEFINES.test(text)) return 1;
  return text.length < SHORTEST ? 0 : HARDLY_DEFINES;
}
