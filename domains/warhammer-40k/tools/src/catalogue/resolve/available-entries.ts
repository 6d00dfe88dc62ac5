import type { AnyEntry } from '../model/catalogue.js';
import { childrenOf } from '../model/read-catalogue.js';
import type { DataSet, ResolvedEntry } from './data-set.js';

/** An entry that can be chosen at some place, with the way that leads to it. */
export interface Available {
  readonly entry: ResolvedEntry;
  /** What counts as it: the entry, the link to it, the groups around it and links to those. */
  readonly ids: ReadonlySet<string>;
  /** The link, where one led to it, else the entry. */
  readonly ownId: string;
}

/** Lists are checked by the thousand against the same data. */
const KNOWN = new WeakMap<
  DataSet,
  { force: Available[] | undefined; readonly below: WeakMap<ResolvedEntry, AvailableBelow> }
>();

function knownOf(data: DataSet) {
  const known = KNOWN.get(data) ?? { force: undefined, below: new WeakMap<ResolvedEntry, AvailableBelow>() };
  KNOWN.set(data, known);
  return known;
}

/** What can be chosen right below a selection, and the groups that it stands in. */
export interface AvailableBelow {
  readonly entries: readonly Available[];
  readonly groups: readonly Available[];
}

/** Groups within groups that are followed. */
const MAX_LEVELS = 20;

/** What can be chosen at the root of a force. */
export function availableInForce(data: DataSet): readonly Available[] {
  return (knownOf(data).force ??= availableAmong(data.rootEntries(), data).entries);
}

/** What can be chosen right below a selection, through groups, and the groups themselves, which have constraints, too. */
export function availableBelow(entry: ResolvedEntry, data: DataSet): AvailableBelow {
  const { below } = knownOf(data);
  const known = below.get(entry) ?? availableAmong(childrenOf(entry), data);
  below.set(entry, known);
  return known;
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
