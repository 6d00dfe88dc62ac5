import type { Cost, Modifier } from '../model/catalogue.js';
import type { DataSet, ResolvedEntry } from '../resolve/data-set.js';
import { describeCondition, describeRepeats } from './describe-queries.js';
import { plainLine, plainNumber } from './plain-words.js';

/** Costs that an entry really has: those of 0 are how the format writes "none". */
export function realCosts({ costs }: Pick<ResolvedEntry, 'costs'>): Cost[] {
  return costs.filter(({ value }) => value !== 0);
}

/** "95 pts, 2 CP"; empty for what costs nothing. */
export function describeCosts(entry: Pick<ResolvedEntry, 'costs'>): string {
  return realCosts(entry)
    .map(({ name, value }) => `${plainNumber(value)} ${plainLine(name)}`)
    .join(', ');
}

/** How costs change, one clause each: "180 pts if at least 6 Trooper in its unit". */
export function describeCostChanges(entry: ResolvedEntry, data: DataSet): string[] {
  return entry.modifiers.flatMap((modifier) => {
    const cost = entry.costs.find(({ typeId }) => typeId === modifier.field);
    const change = cost && describeChange(modifier, plainLine(cost.name));
    if (change === undefined) return [];
    const parts = [change, describeRepeats(modifier, data), describeCondition(modifier.when, data, entry.id)];
    return [parts.filter((part) => part !== '').join(' ')];
  });
}

function describeChange({ type, value }: Modifier, unit: string): string | undefined {
  if (type === 'set') return `${value} ${unit}`;
  if (type === 'increment') return `${value} ${unit} more`;
  if (type === 'decrement') return `${value} ${unit} less`;
  return undefined;
}
