import { cutSentences, readWords } from '@arbiter/grounding';

/** Steps in which rarities are kept, and how many sentences must hold a stem that is kept. */
const STEP = 0.25;
const FEWEST = 4;

/**
 * The content of libs/grounding's background-frequencies.ts: in how many sentences of the training passages a stem stands,
 * as rarity ln((N + 1) / (df + 1)) in steps of a quarter.
 *
 * @param texts passages, repeats included; each counts once
 */
export function backgroundFrequenciesFile(texts: readonly string[], date: string): string {
  const sentences = new Set(
    [...new Set(texts)].flatMap((text) => cutSentences(text).map(({ start, end }) => text.slice(start, end))),
  );
  const frequencies = new Map<string, number>();
  for (const sentence of sentences) {
    for (const stem of new Set(readWords(sentence).map((word) => word.stem))) {
      frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
    }
  }
  const bySteps = new Map<number, string[]>();
  for (const [stem, frequency] of frequencies) {
    if (frequency < FEWEST) continue;
    const steps = Math.round(Math.log((sentences.size + 1) / (frequency + 1)) / STEP);
    bySteps.set(steps, [...(bySteps.get(steps) ?? []), stem]);
  }
  const rows = [...bySteps]
    .sort(([a], [b]) => a - b)
    .map(
      ([steps, stems]) =>
        `  [${steps}, ${JSON.stringify(stems.sort().join(' ')).replaceAll("'", "\\'").replaceAll('"', "'")}],`,
    );
  return `/**
 * Written by tools/models on ${date}: stems of at least ${FEWEST} of the ${sentences.size} sentences of its training
 * passages, by their rarity ln((N + 1) / (df + 1)) in steps of ${STEP}.
 */
export const BACKGROUND_SENTENCES = ${sentences.size};
export const RARITY_STEP = ${STEP};
export const STEMS_BY_RARITY: readonly (readonly [steps: number, stems: string])[] = [
${rows.join('\n')}
];
`;
}
