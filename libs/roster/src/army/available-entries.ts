import type { AnyEntry } from '../model/catalogue.js';
import { childrenOf } from '../model/read-catalogue.js';
import type { DataSet, ResolvedEntry } from '../resolve/data-set.js';

/** An entry that can be chosen at some place, with the way that leads to it. */
export interface Available {
  readonly entry: ResolvedEntry;
  /** What counts as it: the entry, the link to it, the groups around it and links to those. */
  readonly ids: ReadonlySet<string>;
  /** The link, where one led to it, else the entry. */
  readonly ownId: string;
}

/** Groups within groups that are followed. */
const MAX_LEVELS = 20;

/** What can be chosen at the root of a force. */
export function availableInForce(data: DataSet): Available[] {
  return availableAmong(data.rootEntries(), data).entries;
}

/** What can be chosen right below a selection, through groups, and the groups themselves, which have constraints, too. */
export function availableBelow(entry: ResolvedEntry, data: DataSet): { entries: Available[]; groups: Available[] } {
  return availableAmong(childrenOf(entry), data);
}

function availableAmong(nodes: readonly AnyEntry[], data: DataSet): { entries: Available[]; groups: Available[] } {
  const entries: Available[] = [];
  const groups: Available[] = [];
  const visit = (node: AnyEntry, around: readonly string[], level: number): void => {
    const entry = data.resolve(node);
    if (!entry || level > MAX_LEVELS) return;
    const ids = new Set([entry.id, node.id, ...around]);
    if (entry.kind === 'entry') {
      entries.push({ entry, ids: ids.add(entry.type), ownId: node.id });
      return;
    }
    groups.push({ entry, ids, ownId: node.id });
    for (const child of childrenOf(entry)) visit(child, [...ids], level + 1);
  };
  for (const node of nodes) visit(node, [], 0);
  return { entries, groups };
}
