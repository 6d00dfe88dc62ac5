import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts } from './compared-texts.js';
import type { Mismatch } from '../mismatch.js';

const UNIVERSAL = new Set('all every each always everyone everything everybody entirely'.split(' '));
const PARTIAL = new Set('some several few many most sometimes often usually partly half mostly'.split(' '));
const EXCLUSIVE = new Set('only solely exclusively'.split(' '));

/** The claim says of all, or of one alone, what the source says of some. */
export function quantifierMismatches({ claim, sentence }: ComparedTexts): Mismatch[] {
  const universal = wordIn(claim, UNIVERSAL);
  const partial = wordIn(sentence, PARTIAL);
  const weakened = wordIn(sentence, UNIVERSAL) === null && wordIn(claim, PARTIAL) === null;
  if (universal !== null && partial !== null && weakened) {
    return [{ kind: 'quantifier', message: `the source says "${partial}", not "${universal}"` }];
  }
  const exclusive = wordIn(claim, EXCLUSIVE);
  return exclusive !== null && wordIn(sentence, EXCLUSIVE) === null
    ? [{ kind: 'quantifier', message: `the source does not say "${exclusive}"` }]
    : [];
}

function wordIn({ words }: TextMentions, forms: ReadonlySet<string>): string | null {
  return words.find(({ form }) => forms.has(form))?.form ?? null;
}
