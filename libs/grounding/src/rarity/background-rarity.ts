import { BACKGROUND_SENTENCES, RARITY_STEP, STEMS_BY_RARITY } from './background-frequencies.js';

const HIGHEST = Math.log(BACKGROUND_SENTENCES + 1);

const RARITIES: ReadonlyMap<string, number> = new Map(
  STEMS_BY_RARITY.flatMap(([steps, stems]) => stems.split(' ').map((stem) => [stem, steps * RARITY_STEP] as const)),
);

/**
 * How rare a stem is in English prose: ln((N + 1) / (df + 1)) over the sentences of the training passages, in steps of a
 * quarter. A stem that is not among the common ones is as rare as can be told.
 *
 * @returns 0–12
 */
export function rarityOfStem(stem: string): number {
  return RARITIES.get(stem) ?? HIGHEST;
}

/** From here a stem is no everyday word: one at the head of a sentence whose capital then means a name. */
export const UNCOMMON = 8;
