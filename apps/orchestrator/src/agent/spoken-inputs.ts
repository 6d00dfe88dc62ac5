import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { addressesIn, STOP_WORDS, tokenize } from '@arbiter/text';

/**
 * The first input of a call that must be the person's own words and is not. Passages are written by others: where they
 * send an agent, and what it stores, is not for them to say.
 *
 * @param spoken what the person wrote: the question as asked, and as it was understood
 * @returns its name; null where all is as it should be
 */
export function unspokenInput(
  { spokenInputs }: Pick<BaseMcpTool, 'spokenInputs'>,
  inputs: Readonly<Record<string, unknown>>,
  spoken: readonly string[],
): string | null {
  const unspoken = Object.entries(spokenInputs).find(([name, kind]) => {
    const value = inputs[name];
    return value !== undefined && !(typeof value === 'string' && IS_SPOKEN[kind](value, spoken));
  });
  return unspoken?.[0] ?? null;
}

const IS_SPOKEN: Readonly<Record<'address' | 'words' | 'text', (value: string, spoken: readonly string[]) => boolean>> =
  {
    // Whole: https://a.example is no part of https://a.example.org that the person has named.
    address: (value, spoken) => spoken.some((text) => addressesIn(text).includes(value)),
    words: (value, spoken) => {
      const known = new Set(spoken.flatMap(wordsOf));
      return wordsOf(value).every((word) => known.has(word) || STOP_WORDS.has(word));
    },
    text: (value, spoken) => spoken.some((text) => wordsOf(text).join(' ').includes(wordsOf(value).join(' '))),
  };

function wordsOf(text: string): string[] {
  return tokenize(text).map(({ start, end }) => text.slice(start, end).toLowerCase());
}

const REMOVED = '…';

/** A reason that a model gives for its choice, as it may be shown: without addresses that the person has not named. */
export function shownReason(reasoning: string, spoken: readonly string[]): string {
  const named = new Set(spoken.flatMap(addressesIn));
  return addressesIn(reasoning)
    .filter((address) => !named.has(address))
    .reduce((text, address) => text.replaceAll(address, REMOVED), reasoning);
}
