import type { EntityDescription, Passage } from '@arbiter/contracts';
import type { ToolCall } from '@arbiter/tool-sdk';
import type { ArmyBooks } from './army-books.js';
import { findNamed } from './rule-names.js';
import type { UnitPassages } from './unit-passages.js';

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
    const found = await books.find({ name, type, limit: FOUND }, call);
    const called = found.filter((one) => findNamed(name, one.name)?.length === name.split(' ').length);
    // What stands by itself rather than what one unit has.
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
