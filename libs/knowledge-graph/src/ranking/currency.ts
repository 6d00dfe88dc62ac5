import { isSameRelationType, isUnavailable, type Relation, saysUnavailable } from '@arbiter/changelog';
import { splitSentences } from '@arbiter/text';
import type { PlacedSentence } from '../world/knowledge-graph.js';
import type { World } from '../world/world.js';
import { nameOf, stateOf, thingsNamed, wordRelation } from '../views/wording.js';
import { isAskedFor, type QuestionTarget, wantsAvailable, wordsRelation } from './question-target.js';

const CONDITION = /\b(?:if|when|whenever|while|without|in case|should|unless|until|as long as|once)\b/i;

/** Factors on the odds that a sentence is evidence, chosen on the sample domain and the hospital pack. */
const OUTDATED = 0.1;
/**
 * Of a sentence whose only thing of the kind that is asked for cannot be used: it answers with that thing, or not at all. Above
 * 0, so that what it would have answered can be told.
 */
export const CANNOT_ANSWER = 1e-4;
const FORMER_RELATION = 0.3;
const TELLS_CHANGE = 3;
const TELLS_ANSWER = 6;
const APPLIES_NOW = 3;

/**
 * What has changed since a sentence was written, as a factor on the odds that it answers a question about the present: low if it
 * names something that cannot be used any more or words a relation that has ended, high if it tells of a change that still holds
 * of what the question is about, or what happens when something cannot be used and it cannot ("If the pump is down, …").
 *
 * @returns `CANNOT_ANSWER` where it can answer with nothing that can be used; 1 for a question about the past, and where nothing changed
 */
export function currencyOf(
  target: QuestionTarget,
  world: World,
  { documentId, start, end, text }: PlacedSentence,
): number {
  if (!target.isPresent) return 1;
  const { graph } = world;
  const written = graph.documentOf(documentId)?.session ?? 0;
  const ids = new Set(graph.mentionsIn(documentId, start, end).map(({ node }) => graph.entities[node]?.id ?? ''));
  const foresees = CONDITION.test(text) && saysUnavailable(text);
  let factor = 1;
  for (const id of ids) {
    if (isLostSince(written, id, world)) {
      if (foresees) return APPLIES_NOW;
      factor = Math.min(factor, answersOnlyWith(id, ids, target, world) ? CANNOT_ANSWER : OUTDATED);
    }
    const hasEnded = world
      .relationsOf(id)
      .some(({ from, to, ended }) => (ended?.session ?? 0) > written && ids.has(from) && ids.has(to));
    if (hasEnded) factor = Math.min(factor, FORMER_RELATION);
  }
  if (factor < 1 || written === 0) return factor;
  return changeTold(target, world, { ids, written });
}

/** Whether a thing has become such that it cannot be used, after a session. */
function isLostSince(session: number, id: string, world: World): boolean {
  const { since, availability } = world.standingOf(id);
  return since !== null && since.session > session && isUnavailable(availability);
}

/** A passage with the headings that say of what it tells. */
export interface HeadedPassage extends PlacedSentence {
  readonly headings: readonly string[];
}

/**
 * What the changelog has changed of a passage since it was written, a sentence each: how things stand that it names and that cannot
 * be used any more, and relations that it words and that have ended.
 *
 * @returns nothing for the record of the session that made the change, and of later ones
 */
export function outdatedIn(world: World, { documentId, start, end, text, headings }: HeadedPassage): string[] {
  const { graph } = world;
  const written = graph.documentOf(documentId)?.session ?? 0;
  const ids = thingsNamed(world, { text: [...headings, text].join('. '), at: { documentId, start, end } });
  const sentences = splitSentences(text).map((one) => {
    const mentions = graph.mentionsIn(documentId, start + one.start, start + one.end);
    return new Set(mentions.map(({ node }) => graph.entities[node]?.id ?? ''));
  });
  const words = ({ from, type, to }: Relation): boolean => {
    const place = graph.evidenceOf(from, type, to);
    if (place && graph.document(place.document)?.id === documentId && place.start >= start && place.start < end)
      return true;
    return sentences.some((ends) => ends.has(from) && ends.has(to));
  };
  const states = ids.flatMap((id) =>
    (world.standingOf(id).since?.session ?? 0) > written ? (stateOf(world, id) ?? []) : [],
  );
  const ended = ids.flatMap((id) =>
    world.relationsOf(id).flatMap((relation) => {
      const { from, type, to, since, ended: until } = relation;
      if (until === null || until.session <= written || (since?.session ?? 0) > written || !words(relation)) return [];
      const others = world.relationsOf(from).filter((other) => other.to === to && isSameRelationType(other.type, type));
      // Of a thing that cannot be used its state tells that.
      if (world.isUnavailable(from) || world.isUnavailable(to) || others.some((one) => one.ended === null)) return [];
      const clause = wordRelation(nameOf(world, from), type, nameOf(world, to));
      return `Since session ${until.session} it no longer holds that ${clause}.`;
    }),
  );
  return [...new Set([...states, ...ended])];
}

/** Whether it is asked for what can be used, an entity is of that kind, and no other of the sentence is that can be used. */
function answersOnlyWith(id: string, ids: ReadonlySet<string>, target: QuestionTarget, world: World): boolean {
  const isOfKind = (other: string): boolean => {
    const entity = world.graph.entity(other);
    return entity !== undefined && isAskedFor(target, entity);
  };
  return (
    wantsAvailable(target) && isOfKind(id) && ![...ids].some((other) => isOfKind(other) && !world.isUnavailable(other))
  );
}

/** The factor of a sentence that tells a new relation of a thing. */
function relationTold(target: QuestionTarget, world: World, id: string, { from, to, type }: Relation): number {
  const entity = world.graph.entity(from === id ? to : from);
  const fits = target.asks === 'kind' && entity !== undefined && isAskedFor(target, entity);
  if (!fits) return TELLS_CHANGE;
  return wordsRelation(target, type) ? TELLS_ANSWER * TELLS_CHANGE : TELLS_ANSWER;
}

/** The factor of a session's sentence, by the most telling change of the subject that it names. */
function changeTold(
  target: QuestionTarget,
  world: World,
  { ids, written }: { readonly ids: ReadonlySet<string>; readonly written: number },
): number {
  const { graph } = world;
  let factor = 1;
  for (const node of [...target.named, ...target.described.keys()]) {
    const id = graph.entities[node]?.id ?? '';
    if (!ids.has(id)) continue;
    if (world.standingOf(id).since?.session === written)
      factor = Math.max(factor, target.asks === 'subject' ? TELLS_ANSWER : TELLS_CHANGE);
    const told = world
      .relationsOf(id)
      .filter(({ from, to, since, ended }) => {
        return ended === null && since?.session === written && ids.has(from === id ? to : from);
      })
      .map((relation) => relationTold(target, world, id, relation));
    factor = Math.max(factor, ...told);
  }
  return factor;
}

/**
 * Sessions that changed what a question is about, the latest first: those whose changes still hold for a question about the
 * present, all of them for another.
 */
export function changedSessions(target: QuestionTarget, world: World): number[] {
  const sessions = new Set<number>();
  for (const node of [...target.named, ...target.described.keys()]) {
    const id = world.graph.entities[node]?.id ?? '';
    const { since } = world.standingOf(id);
    if (since) sessions.add(since.session);
    for (const relation of world.relationsOf(id)) {
      if (relation.since && (relation.ended === null || !target.isPresent)) sessions.add(relation.since.session);
      if (relation.ended) sessions.add(relation.ended.session);
    }
    if (!target.isPresent) for (const { session } of world.state.entities.get(id)?.changes ?? []) sessions.add(session);
  }
  return [...sessions].sort((a, b) => b - a);
}

/** A probability after its odds were multiplied. @param probability 0 to 1 */
export function withFactor(probability: number, factor: number): number {
  if (factor === 1 || probability <= 0 || probability >= 1) return probability;
  const odds = (probability / (1 - probability)) * factor;
  return odds / (1 + odds);
}
