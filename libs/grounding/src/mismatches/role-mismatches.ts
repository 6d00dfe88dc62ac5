import { stem as stemOf } from '@arbiter/text';
import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts } from './compared-texts.js';
import { countShared } from './count-shared.js';
import type { Mismatch } from './mismatch.js';

const ARTICLES = new Set(['a', 'an', 'the']);
/** From the stems of irregular participles to those of their verbs. */
const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  `kept/keep built/build held/hold led/lead made/make found/find taken/take given/give written/write known/know seen/see
   sold/sell bought/buy won/win fought/fight sent/send told/tell left/leave lost/lose paid/pay taught/teach brought/bring
   caught/catch thrown/throw drawn/draw driven/drive broken/break chosen/choose stolen/steal beaten/beat worn/wear
   borne/bear struck/strike hidden/hide slain/slay bound/bind wound/wind sung/sing begun/begin stood/stand lent/lend
   meant/mean met/meet fed/feed shot/shoot dug/dig hung/hang felt/feel heard/hear`
    .split(/\s+/)
    .map((pair) => {
      const [participle = '', base = ''] = pair.split('/').map(stemOf);
      return [participle, base];
    }),
);
const PARTICIPLE = /(?:ed|en|wn|ght|ld|nt|un|ung|ade|aid|ept|eft|ound|ut|old|ard|elt|et|ot|ug|ood|egun)$/;

/**
 * Two names that have changed places: each stands between the words between which the other stands in the source. Clauses
 * in another order keep a name's neighbours; a passive turns them round, so where only one side is passive, neighbours
 * must have changed.
 */
export function roleMismatches({ claim, sentence }: ComparedTexts): Mismatch[] {
  const names = [...new Set(claim.names.map(({ text }) => text))].filter((name) =>
    sentence.names.some(({ text }) => text === name),
  );
  const turned = isTurned(claim, sentence) || isTurned(sentence, claim);
  for (const [index, first] of names.entries()) {
    for (const second of names.slice(index + 1)) {
      const [a, b] = [neighbours(claim, first), neighbours(claim, second)];
      const [c, d] = [neighbours(sentence, first), neighbours(sentence, second)];
      const kept = countShared(a, c) + countShared(b, d);
      const swapped = countShared(a, d) + countShared(b, c);
      const isVerbBetween = isTurnedPair(a, b) || isTurnedPair(c, d);
      const sameOrder = isBefore(claim, first, second) === isBefore(sentence, first, second);
      if (turned && isVerbBetween ? sameOrder : swapped > kept) {
        return [{ kind: 'role', message: `in the source ${second} stands where the claim has ${first}` }];
      }
    }
  }
  return [];
}

const AGENT = 'by _';
const SUBJECT = /^_ (?:is|are|was|were|be|been|being|has|have|had)$/;

/** Whether one name is what a passive says something of, and the other who did it. */
function isTurnedPair(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const isSubject = (words: ReadonlySet<string>): boolean => [...words].some((word) => SUBJECT.test(word));
  return (a.has(AGENT) && isSubject(b)) || (b.has(AGENT) && isSubject(a));
}

function isBefore({ names }: TextMentions, first: string, second: string): boolean {
  const placeOf = (name: string): number => names.findLast(({ text }) => text === name)?.start ?? 0;
  return placeOf(first) < placeOf(second);
}

/** The words before and after a name wherever it stands, articles passed over. */
function neighbours({ words, names }: TextMentions, name: string): ReadonlySet<string> {
  const others = words.filter(({ form }) => !ARTICLES.has(form));
  const mentions = names.filter(({ text }) => text === name);
  return new Set(
    mentions.flatMap(({ start, end }) => {
      const before = others.findLast((word) => word.end <= start);
      const after = others.find((word) => word.start >= end);
      return [...(before ? [`${before.stem} _`] : []), ...(after ? [`_ ${after.stem}`] : [])];
    }),
  );
}

/** Whether a verb is passive in one text and active in the other. */
function isTurned(passive: TextMentions, active: TextMentions): boolean {
  const others = passiveVerbs(active);
  return passiveVerbs(passive).some(
    (verb) => !others.includes(verb) && (active.stems.has(verb) || active.stems.has(BASE_FORMS.get(verb) ?? '')),
  );
}

/** Stems of participles that "by" follows. */
function passiveVerbs({ words }: TextMentions): string[] {
  return words.flatMap(({ form, stem }, index) =>
    PARTICIPLE.test(form) && words[index + 1]?.form === 'by' ? [stem] : [],
  );
}
