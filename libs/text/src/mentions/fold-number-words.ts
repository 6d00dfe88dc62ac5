import { tokenize } from '../tokens/tokenize.js';
import { readNumberWords } from './number-words.js';

/**
 * The text with its number words in digits: "forty-two" becomes "42", "a dozen" "12", "twenty-first" "21st", "half"
 * "0.5"; everything else stays. For comparing texts: "one" becomes "1" even where it is a pronoun.
 */
export function foldNumberWords(text: string): string {
  const tokens = tokenize(text);
  let folded = '';
  let copied = 0;
  for (let i = 0; i < tokens.length;) {
    const number = readNumberWords(text, tokens, i);
    const first = tokens[i];
    const last = number && tokens[number.next - 1];
    if (first && last) {
      folded +=
        text.slice(copied, first.start) + (number.kind === 'ordinal' ? ordinal(number.value) : `${number.value}`);
      copied = last.end;
    }
    i = number?.next ?? i + 1;
  }
  return folded + text.slice(copied);
}

function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${suffix}`;
}
