import { oppositionsBetween } from '../mentions/antonyms.js';
import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts } from './compared-texts.js';
import { countShared } from './count-shared.js';
import type { Mismatch } from './mismatch.js';

/** A word stands where the source has its opposite, or both sides of a comparison have changed places. */
export function oppositionMismatches({ claim, sentence }: ComparedTexts): Mismatch[] {
  const stemsOf = ({ words }: TextMentions): string[] => words.map(({ stem }) => stem);
  const oppositions = oppositionsBetween(stemsOf(claim), stemsOf(sentence)).map(
    ({ kind, claimed, found }): Mismatch => {
      return { kind, message: `the source says "${wordOf(sentence, found)}", not "${wordOf(claim, claimed)}"` };
    },
  );
  if (oppositions.length > 0) return oppositions;
  const [own, other] = [sidesOfThan(claim), sidesOfThan(sentence)];
  if (!own || !other) return [];
  const kept = countShared(own.left, other.left) + countShared(own.right, other.right);
  const swapped = countShared(own.left, other.right) + countShared(own.right, other.left);
  return swapped > kept ? [{ kind: 'comparative', message: 'the source compares the other way round' }] : [];
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
