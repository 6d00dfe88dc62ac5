import type { NameMention } from '@arbiter/text';
import type { TextMentions } from '../mentions/text-mentions.js';
import { readWords } from '../passages/read-words.js';
import type { ComparedTexts } from './compared-texts.js';
import type { Mismatch } from './mismatch.js';

const PRONOUNS = new Set('he she it they him her them his hers its their theirs this these those who'.split(' '));

/**
 * Names that the nearest sentence lacks, and others of the same person's family name. A name of which the sentence holds
 * a part is there; so may one be that a pronoun of the sentence stands for, or that stands beside it or in the title,
 * unless the sentence names somebody whom the claim does not.
 */
export function nameMismatches({ claim, sentence, known }: ComparedTexts): Mismatch[] {
  const stoodFor = sentence.words.some(
    ({ form }) => PRONOUNS.has(form) && !claim.words.some((word) => word.form === form),
  );
  const left = sentence.names.filter((name) => stemsOf(name).every((stem) => !claim.stems.has(stem)));
  return claim.names.flatMap((name): Mismatch[] => {
    const stems = stemsOf(name);
    const missing = stems.filter((stem) => !sentence.stems.has(stem));
    if (missing.length === 0) return [];
    const relative = sentence.names.find((other) => isAnotherOf(other, stems, claim));
    const partial = missing.length < stems.length;
    if (!relative && (partial || stoodFor)) return [];
    const instead = relative ?? left[0];
    if (instead) return [{ kind: 'name', message: `the source names ${instead.text}, not ${name.text}` }];
    if (missing.every((stem) => known.has(stem))) return [];
    return [{ kind: 'name', message: `the source does not name ${name.text}` }];
  });
}

/** "John Smith" where the claim has "Mary Smith": shares a word with the name and has another that the claim lacks. */
function isAnotherOf(other: NameMention, stems: readonly string[], claim: TextMentions): boolean {
  const own = stemsOf(other);
  return own.some((stem) => stems.includes(stem)) && own.some((stem) => !claim.stems.has(stem));
}

function stemsOf({ text }: NameMention): string[] {
  return readWords(text)
    .filter(({ content }) => content)
    .map(({ stem }) => stem);
}
