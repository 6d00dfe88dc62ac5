import { sameValue } from '../features/number-features.js';
import { oppositionsBetween, plainStems } from '../mentions/antonyms.js';
import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts, Mismatch } from '../mismatch.js';
import { boundOf } from './number-mismatches.js';
import { countShared } from './wording-nearness.js';

/** A word stands where the source has its opposite, or both sides of a comparison have changed places. */
export function oppositionMismatches({ claim, sentence }: ComparedTexts): Mismatch[] {
  const oppositions = oppositionsBetween(plainStems(claim.words), plainStems(sentence.words)).map(
    ({ kind, claimed, found }): Mismatch => {
      return { kind, message: `the source says "${wordOf(sentence, found)}", not "${wordOf(claim, claimed)}"` };
    },
  );
  if (oppositions.length > 0) return oppositions;
  const bounds = boundMismatches(claim, sentence);
  if (bounds.length > 0) return bounds;
  const [own, other] = [sidesOfThan(claim), sidesOfThan(sentence)];
  if (!own || !other) return [];
  const kept = countShared(own.left, other.left) + countShared(own.right, other.right);
  const swapped = countShared(own.left, other.right) + countShared(own.right, other.left);
  return swapped > kept ? [{ kind: 'comparative', message: 'the source compares the other way round' }] : [];
}

/** "At least three days" where the source has "within three days". */
function boundMismatches(claim: TextMentions, sentence: TextMentions): Mismatch[] {
  return claim.numbers.flatMap((number): Mismatch[] => {
    const own = boundOf(claim.text, number);
    const stated = sentence.numbers
      .filter((other) => sameValue(number, other))
      .map((other) => boundOf(sentence.text, other));
    if (own === null || stated.length === 0 || stated.some((bound) => bound === null || bound === own)) return [];
    const message = `the source gives ${number.text} as what it is at ${own === 'least' ? 'most' : 'least'}, not at ${own}`;
    return [{ kind: 'comparative', message }];
  });
}

/** Words beside a comparison that tell what is compared. */
const SIDE = 4;

function sidesOfThan({ words }: TextMentions): { left: ReadonlySet<string>; right: ReadonlySet<string> } | null {
  const at = words.findIndex(({ form }) => form === 'than');
  if (at < 0) return null;
  const content = (from: number, to: number): ReadonlySet<string> => {
    const beside = words.slice(Math.max(0, from), Math.max(0, to));
    return new Set(beside.filter((word) => word.content).map(({ stem }) => stem));
  };
  // The word before "than" is the comparative itself.
  return { left: content(at - 1 - SIDE, at - 1), right: content(at + 1, at + 1 + SIDE) };
}

function wordOf({ words }: TextMentions, stem: string): string {
  return words.find((word) => word.stem === stem)?.form ?? stem;
}
