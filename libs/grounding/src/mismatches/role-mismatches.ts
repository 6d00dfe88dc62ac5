import { VERBS_OF_PARTICIPLES } from '@arbiter/english';
import { stem } from '@arbiter/text';
import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts, Mismatch } from '../mismatch.js';
import type { Word } from '../passages/read-words.js';
import { isArticle, neighboursOf } from './name-mismatches.js';
import { countShared } from './wording-nearness.js';

/** Words from the subject of a passive to its "by": "was once taken in for a day". */
const LONGEST_VERB = 9;
const POSSESSIVE = /^['’]s/;
/** Between names that stand side by side, in whatever order: "A and B", "A, B". */
const SIDE_BY_SIDE = /^(?:,? (?:and|or)(?: the)? |, (?:the )?)$/;

const ENDING = /(?:ed|en|wn|ght|ld|nt|un|ung|ade|aid|ept|eft|ound|ut|old|ard|elt|et|ot|ug|ood|egun)$/;

/**
 * Two names that have changed places: each stands between the words between which the other stands in the source. Clauses
 * in another order keep a name's neighbours; a passive turns them round, so where only one side says who did it with
 * "by", the names must have kept their order.
 */
export function roleMismatches({ claim, sentence }: ComparedTexts): Mismatch[] {
  const names = [...new Set(claim.names.map(({ text }) => text))].filter((name) =>
    sentence.names.some(({ text }) => text === name),
  );
  for (const [index, first] of names.entries()) {
    for (const second of names.slice(index + 1)) {
      if (areSideBySide(claim, first, second) || areSideBySide(sentence, first, second)) continue;
      if (haveChangedPlaces(claim, sentence, first, second)) {
        return [{ kind: 'role', message: `in the source ${second} stands where the claim has ${first}` }];
      }
    }
  }
  return [];
}

function haveChangedPlaces(claim: TextMentions, sentence: TextMentions, first: string, second: string): boolean {
  const [own, other] = [passiveBetween(claim, first, second), passiveBetween(sentence, first, second)];
  const sameOrder = isBefore(claim, first, second) === isBefore(sentence, first, second);
  const passive = own ?? other;
  const active = own ? sentence : claim;
  if (passive && !(own && other) && !isAgent(active, passive.agent)) {
    const verbs = stemsBetween(active, first, second);
    const isTurned = verbs.has(passive.verb) || verbs.has(baseOf(passive.verb));
    // Another verb in the passive: names in the other order are what turning it round looks like.
    if (isTurned || !sameOrder) return sameOrder;
  }
  const [a, b] = [neighbours(claim, first), neighbours(claim, second)];
  const [c, d] = [neighbours(sentence, first), neighbours(sentence, second)];
  return countShared(a, d) + countShared(b, c) > countShared(a, c) + countShared(b, d);
}

interface Passive {
  /** Stem of its participle. */
  readonly verb: string;
  /** The name after "by". */
  readonly agent: string;
}

/** Null where neither of two names does something to the other in the passive. */
function passiveBetween({ text, words, names }: TextMentions, first: string, second: string): Passive | null {
  for (const [subject, agent] of [
    [first, second],
    [second, first],
  ] as const) {
    for (const { start, end } of names.filter((name) => name.text === agent)) {
      const by = byBefore(words, start);
      const before = names.findLast((name) => name.text === subject && name.end <= start);
      if (by === null || !before || POSSESSIVE.test(text.slice(end))) continue;
      const from = words.findIndex((word) => word.start >= before.end);
      const verb =
        by - from > LONGEST_VERB ? undefined : words.slice(from, by).findLast(({ form }) => isParticiple(form));
      if (verb) return { verb: verb.stem, agent };
    }
  }
  return null;
}

/** Index of the "by" that stands before a place; null without one. */
function byBefore(words: readonly Word[], place: number): number | null {
  const at = words.findLastIndex((word) => word.end <= place && !isArticle(word.form));
  return words[at]?.form === 'by' ? at : null;
}

function isAgent({ words, names }: TextMentions, agent: string): boolean {
  return names.some(({ text, start }) => text === agent && byBefore(words, start) !== null);
}

function stemsBetween({ words, names }: TextMentions, first: string, second: string): ReadonlySet<string> {
  const placeOf = (name: string): number => names.findLast(({ text }) => text === name)?.start ?? 0;
  const [from, to] = [placeOf(first), placeOf(second)].sort((a, b) => a - b);
  return new Set(words.filter(({ start }) => start > (from ?? 0) && start < (to ?? 0)).map(({ stem }) => stem));
}

function areSideBySide({ text, names }: TextMentions, first: string, second: string): boolean {
  return names.slice(1).some((name, index) => {
    const before = names[index];
    if (!before || ![before.text, name.text].every((one) => one === first || one === second)) return false;
    return SIDE_BY_SIDE.test(text.slice(before.end, name.start));
  });
}

function isBefore({ names }: TextMentions, first: string, second: string): boolean {
  const placeOf = (name: string): number => names.findLast(({ text }) => text === name)?.start ?? 0;
  return placeOf(first) < placeOf(second);
}

/** Of a name wherever it stands. */
function neighbours(text: TextMentions, name: string): ReadonlySet<string> {
  const mentions = text.names.filter((mention) => mention.text === name);
  return new Set(mentions.flatMap((mention) => [...neighboursOf(text, mention)]));
}

/** From the stems of irregular participles to those of their verbs. */
const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  [...VERBS_OF_PARTICIPLES].map(([participle, verb]) => [stem(participle), stem(verb)]),
);

/** Whether a word may be the participle of a passive. */
function isParticiple(form: string): boolean {
  return ENDING.test(form);
}

/** @returns the stem of the verb of a participle, by its own stem */
function baseOf(participle: string): string {
  return BASE_FORMS.get(participle) ?? participle;
}
