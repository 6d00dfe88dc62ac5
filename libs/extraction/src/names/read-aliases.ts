import type { Candidate, Candidates } from './candidates.js';
import type { PlacedName } from './find-names.js';
import { isCode } from './name-forms.js';

const SECOND_NAME =
  /^(?:,? (?:also |often |sometimes |usually |better |formerly |once |now |previously |or )*(?:called|known (?:to \p{L}+ |locally |simply )?as|nicknamed|dubbed|alias|aka) (?:the )?|,? (?:which|whom|who|that) (?:[\p{L}'’]+ ){1,6}calls? (?:it |him |her )?(?:the )?| \((?:the |formerly |also |now |or |aka |previously )*)["“]?$/u;
const BESIDE_CODE = /^(?:,? (?:the )?|, (?:asset |tag |number )*| or (?:the )?| \()$/;
const CALL_SUBJECT = /\b(?:calls?|called) (?:it|him|her|them) (?:the )?["“]?$/;

/** Second names that the text gives: "also called", "known as", in parentheses, a name beside a code. */
export function readAliases(
  text: string,
  names: readonly PlacedName[],
  candidates: Candidates,
  subject: Candidate | undefined,
): void {
  for (const [index, name] of names.entries()) {
    const { start, text: found } = name;
    if (subject && CALL_SUBJECT.test(text.slice(Math.max(0, start - 40), start))) {
      candidates.alias(subject, found);
      continue;
    }
    const before = names[index - 1];
    if (before?.unit !== name.unit || start - before.end > 70) continue;
    const between = text.slice(before.end, start);
    const codes = Number(isCode(before.text)) + Number(isCode(found));
    const isSecond = SECOND_NAME.test(between) || (codes === 1 && BESIDE_CODE.test(between) && isSet(text, name));
    if (!isSecond) continue;
    const first = candidates.find(before.text);
    if (first) candidates.alias(first, found);
  }
}

/** "RM-1184, Trundle, which …": what stands beside a code ends at a mark. */
function isSet(text: string, { end }: PlacedName): boolean {
  return /^[,.;:)]/.test(text.slice(end, end + 1)) || / (?:is|was|,)/.test(text.slice(end, end + 5));
}
