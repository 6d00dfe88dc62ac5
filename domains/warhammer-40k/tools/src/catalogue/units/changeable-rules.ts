import { isRecord } from '../model/catalogue-record.js';
import type { DataSet, ResolvedEntry } from '../resolve/data-set.js';
import { availableBelow } from '../resolve/available-entries.js';

/** Which rules of a data set may change while a list grows, so that a breach of one of them may mend. */
export interface ChangeableRules {
  /** Ids of constraints that modifiers change, or that are a share of the whole. */
  readonly constraints: ReadonlySet<string>;
  /** Whether a unit can lose a category. */
  readonly losesCategories: boolean;
}

export function changeableRules(data: DataSet): ChangeableRules {
  const constraints = new Set<string>();
  let losesCategories = false;
  const stack: unknown[] = [...data.catalogues];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (Array.isArray(node)) stack.push(...(node as unknown[]));
    else if (isRecord(node)) {
      if (node.percentValue === true && typeof node.id === 'string') constraints.add(node.id);
      if (Array.isArray(node.modifiers)) {
        for (const { field, type } of node.modifiers as { field: string; type: string }[]) {
          constraints.add(field);
          losesCategories ||= field === 'category' && type === 'remove';
        }
      }
      stack.push(...Object.values(node).filter((value) => typeof value === 'object' && value !== null));
    }
  }
  return { constraints, losesCategories };
}

/**
 * What an entry costs at least, whatever modifiers do to it.
 *
 * @returns 0 or more; 0 where a modifier may lower it without end
 */
export function leastCost({ costs, modifiers }: ResolvedEntry, typeId: string): number {
  const base = costs.find((cost) => cost.typeId === typeId)?.value ?? 0;
  let [least, lowered] = [base, 0];
  for (const { type, field, value, repeats } of modifiers) {
    if (field !== typeId) continue;
    const amount = Number(value);
    if (type === 'set') least = Math.min(least, amount);
    else if (type === 'increment' && amount >= 0) continue;
    else if (repeats.length > 0 || (type !== 'increment' && type !== 'decrement')) return 0;
    else lowered += Math.abs(amount);
  }
  return Math.max(0, least - lowered);
}

/** Ids of all constraints within a unit: those that its loadout can break by itself. */
export function constraintsWithin(entry: ResolvedEntry, data: DataSet, seen = new Set<string>()): Set<string> {
  const ids = new Set<string>();
  const { entries, groups } = availableBelow(entry, data);
  for (const { entry: child } of [...groups, ...entries]) {
    for (const { id } of child.constraints) ids.add(id);
    if (child.kind === 'group' || seen.has(child.id)) continue;
    seen.add(child.id);
    for (const id of constraintsWithin(child, data, seen)) ids.add(id);
  }
  return ids;
}
