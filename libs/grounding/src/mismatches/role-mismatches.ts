import type { NameMention } from '@arbiter/text';
import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts } from './compared-texts.js';
import { countShared } from './count-shared.js';
import type { Mismatch } from './mismatch.js';

const ARTICLES = new Set(['a', 'an', 'the']);
const PARTICIPLE = /(?:ed|en|wn|ght|ld|nt|un|ung|ade|aid|ept|eft|ound|ut)$/;

/**
 * Two names that have changed places: each stands between the words between which the other stands in the source. Clauses
 * in another order keep a name's neighbours; a passive turns them round, so where only one side is passive, neighbours
 * must have changed.
 */
export function roleMismatches({ claim, sentence }: ComparedTexts): Mismatch[] {
  const names = claim.names.flatMap((name) => {
    const other = sentence.names.find(({ text }) => text === name.text);
    return other ? [{ name, other }] : [];
  });
  const turned = isTurned(claim, sentence) || isTurned(sentence, claim);
  for (const [index, first] of names.entries()) {
    for (const second of names.slice(index + 1)) {
      if (first.name.text === second.name.text) continue;
      const [a, b] = [neighbours(claim, first.name), neighbours(claim, second.name)];
      const [c, d] = [neighbours(sentence, first.other), neighbours(sentence, second.other)];
      const kept = countShared(a, c) + countShared(b, d);
      const swapped = countShared(a, d) + countShared(b, c);
      const sameOrder = first.other.start < second.other.start === first.name.start < second.name.start;
      if (turned ? sameOrder && kept >= swapped && kept > 0 : swapped > kept) {
        const message = `in the source ${second.name.text} stands where the claim has ${first.name.text}`;
        return [{ kind: 'role', message }];
      }
    }
  }
  return [];
}

/** The words before and after a name, articles passed over. */
function neighbours({ words }: TextMentions, { start, end }: NameMention): ReadonlySet<string> {
  const others = words.filter(({ form }) => !ARTICLES.has(form));
  const before = others.findLast((word) => word.end <= start);
  const after = others.find((word) => word.start >= end);
  return new Set([`${before?.stem ?? '^'} _`, `_ ${after?.stem ?? '$'}`]);
}

/** Whether a verb is passive in one text and active in the other. */
function isTurned(passive: TextMentions, active: TextMentions): boolean {
  const others = passiveVerbs(active);
  return passiveVerbs(passive).some((verb) => active.stems.has(verb) && !others.includes(verb));
}

/** Stems of participles that "by" follows. */
function passiveVerbs({ words }: TextMentions): string[] {
  return words.flatMap(({ form, stem }, index) =>
    PARTICIPLE.test(form) && words[index + 1]?.form === 'by' ? [stem] : [],
  );
}
