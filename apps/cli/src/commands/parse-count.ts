import { InvalidArgumentError } from 'commander';

/** Reads a whole number from 1, as `Option.argParser` wants it. */
export function parseCount(word: string): number {
  const count = Number(word);
  if (!(Number.isInteger(count) && count >= 1)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
}

/** Reads a whole number from 0 to 20, as a site's depth may be. */
export function parseDepth(word: string): number {
  const depth = Number(word);
  if (!/^\d+$/.test(word) || depth > 20) throw new InvalidArgumentError('It must be a whole number from 0 to 20.');
  return depth;
}

/** Reads an amount of money. */
export function parseAmount(word: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(word)) throw new InvalidArgumentError('It must be a number from 0, such as 0.5.');
  return Number(word);
}

/** Reads a fraction of 1. */
export function parseShare(word: string): number {
  const share = Number(word);
  if (!/^(?:\d+|\d*\.\d+)$/.test(word) || share > 1) throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return share;
}

/** Reads a number of either sign. */
export function parseNumber(word: string): number {
  if (!/^-?(?:\d+|\d*\.\d+)$/.test(word)) throw new InvalidArgumentError('It must be a number, such as 0 or -1.5.');
  return Number(word);
}
