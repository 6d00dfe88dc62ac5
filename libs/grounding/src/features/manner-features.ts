import { oppositionsBetween, plainStems } from '../mentions/antonyms.js';
import type { Word } from '../passages/read-words.js';

/** What single words tell. */
export interface MannerFeatures {
  /** Words of the claim whose antonym stands in the sentence that covers most instead, 0–3. */
  readonly oppositions: number;
  /** 1 when only the claim says "all", "only", "none" or the like. */
  readonly sweeping: number;
  /** Words by which a speaker speaks of themselves or to a listener, which no source supports, 0–4. */
  readonly chatty: number;
}

const SWEEPING = new Set(
  'all every each only none always never entirely completely exclusively solely any everyone everything'.split(' '),
);
const CHATTY = new Set(
  `i me my mine myself we us our ours you your yours yeah yes okay ok oh wow hmm haha lol hey hi hello thanks thank please
   sure well glad sorry love feel guess think believe hope wonder really actually honestly basically pretty awesome cool
   amazing fun interesting let's i'm i've i'd i'll you're you've you'll we're we've we'll`.split(/\s+/),
);
const MOST_OPPOSITIONS = 3;
const MOST_CHATTY = 4;

export function mannerFeatures(
  claim: readonly Word[],
  sentence: readonly Word[],
  window: readonly Word[],
): MannerFeatures {
  const isSweeping = ({ form }: Word): boolean => SWEEPING.has(form);
  return {
    oppositions: Math.min(MOST_OPPOSITIONS, oppositionsBetween(plainStems(claim), plainStems(sentence)).length),
    sweeping: claim.some(isSweeping) && !window.some(isSweeping) ? 1 : 0,
    chatty: Math.min(MOST_CHATTY, claim.filter(({ form }) => CHATTY.has(form)).length),
  };
}
