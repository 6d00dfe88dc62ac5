import type { PlainDocument, RandomSource } from '@arbiter/evaluation';

export const ERROR_KINDS = ['number', 'unit', 'date', 'name', 'role-swap', 'negation', 'comparative'] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Input of a planter besides the sentence. */
export interface PlantingPlace {
  readonly document: PlainDocument;
  /** Index of the block that the sentence comes from. */
  readonly block: number;
  readonly random: RandomSource;
}

export interface PlantedError {
  readonly text: string;
  /** The original text and its replacement. */
  readonly from: string;
  readonly to: string;
  /** Block that the wrong value was taken from; null when it comes from nowhere. */
  readonly block: number | null;
}

/** Makes a true sentence false in one place; null where the sentence offers none. */
export type ErrorPlanter = (sentence: string, place: PlantingPlace) => PlantedError | null;

/** A value somewhere in a document. */
export interface FoundValue {
  readonly value: string;
  readonly block: number;
}

/** Every match of a pattern in the blocks of a document, in order. */
export function valuesIn({ blocks }: PlainDocument, pattern: RegExp): FoundValue[] {
  return blocks.flatMap(({ text }, block) => [...text.matchAll(pattern)].map(([value]) => ({ value, block })));
}

/** Words before a quantity that make it a bound, so that another quantity may be true as well. */
const BOUND =
  /\b(?:least|most|than|up to|over|under|above|below|beyond|within|about|around|some|nearly|almost|roughly|approximately|maximum of|minimum of|between|from|every|any|of the|range of|out to|as far as|as many as|as much as|no|first|another)(?: \w+)? $/i;

export function isBound(before: string): boolean {
  return BOUND.test(before);
}
