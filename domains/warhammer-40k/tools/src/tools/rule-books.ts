import type { EntityDescription, Passage } from '@arbiter/contracts';
import type { ToolCall } from '@arbiter/tool-sdk';
import type { ArmyBooks } from './army-books.js';
import type { UnitPassages } from './unit-passages.js';
import { foldName, singularForms } from '../catalogue/index.js';

/** Rules that hold some words, and are compared. */
const FOUND = 50;
/** UTF-16 units of a rule that are told; published ones have up to 2,000. */
const MAX_TOLD = 800;

/** The rule, or else the ability, that is called so. */
export async function ruleCalled(
  name: string,
  books: ArmyBooks,
  call: ToolCall,
): Promise<EntityDescription | undefined> {
  for (const type of ['rule', 'ability'] as const) {
    const found = await books.shelf.find({ name, type, limit: FOUND }, call);
    const called = found.filter((one) => findNamed(name, one.name)?.length === name.split(' ').length);
    // A rule of its own comes before one that belongs to units.
    const rule = called.find(({ attributes }) => attributes.units === undefined) ?? called[0];
    if (rule) return rule;
  }
  return undefined;
}

/** A rule as it is told in an answer, on one line, and the passage that holds it. */
export async function quoteRule(
  rule: EntityDescription,
  passages: UnitPassages,
): Promise<{ readonly text: string; readonly passage: Passage }> {
  const passage = await passages.wholeOf(rule);
  const line = passage.text.split(/\s+/).join(' ');
  if (line.length <= MAX_TOLD) return { text: line.replace(/\.$/, ''), passage };
  const end = line.lastIndexOf('. ', MAX_TOLD);
  return { text: end > 0 ? line.slice(0, end) : `${line.slice(0, MAX_TOLD)} …`, passage };
}

/** A value that a rule is given where it is used: "6\"", "D3", "5+". */
const VALUE = /\d/;

/** Where a text names something. */
export interface Named {
  /** First word of it, counted from 0. */
  readonly at: number;
  /** Words of it. */
  readonly length: number;
}

/**
 * Finds a name among words, however it is put together: "deep strike", "deep-strike" and "deepstrikes" are one. What a name has
 * for a value is left out.
 */
export function findNamed(text: string, name: string): Named | undefined {
  const words = foldName(text).split(' ');
  const wanted = foldName(
    name
      .split(' ')
      .filter((word) => !VALUE.test(word))
      .join(' '),
  ).replaceAll(' ', '');
  if (wanted === '') return undefined;
  for (let at = 0; at < words.length; at++) {
    let joined = '';
    for (let end = at; end < words.length && joined.length <= wanted.length; end++) {
      joined += words[end] ?? '';
      if (singularForms(joined).includes(wanted)) return { at, length: end - at + 1 };
    }
  }
  return undefined;
}
