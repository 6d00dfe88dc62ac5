import type { DataSet, ForceEntry, ResolvedEntry } from '../../catalogue/index.js';

/** Something that has been chosen: a unit of a force, or a part or option of what holds it. */
export interface Selection {
  readonly kind: 'selection';
  readonly entry: ResolvedEntry;
  /** Ids that stand for it in constraints and conditions: its entry, the links and groups that led to it, its type. */
  readonly ids: ReadonlySet<string>;
  /** The link by which it was chosen, else its entry. */
  readonly ownId: string;
  /** How many of it, at least 1. */
  readonly number: number;
  readonly parent: Selection | Force;
  readonly children: readonly Selection[];
}

export interface Force {
  readonly kind: 'force';
  readonly entry: ForceEntry;
  readonly parent: Roster;
  readonly children: readonly Selection[];
}

/** An army list: forces, what was chosen for each, and what it may cost. */
export interface Roster {
  readonly kind: 'roster';
  readonly data: DataSet;
  readonly children: readonly Force[];
  /** By the id of the type of cost; absent: no limit. */
  readonly limits: ReadonlyMap<string, number>;
}

export type RosterNode = Roster | Force | Selection;

export function forceOf(node: Force | Selection): Force {
  let at = node;
  while (at.kind === 'selection') at = at.parent;
  return at;
}

export function rosterOf(node: RosterNode): Roster {
  return node.kind === 'roster' ? node : forceOf(node).parent;
}

/** The selections right below a node: of a roster, those right below its forces. */
export function selectionsIn(node: RosterNode): readonly Selection[] {
  return node.kind === 'roster' ? node.children.flatMap(({ children }) => children) : node.children;
}

/** All selections below a node, outer ones first. */
export function* selectionsBelow(node: RosterNode): Generator<Selection> {
  for (const selection of selectionsIn(node)) {
    yield selection;
    yield* selectionsBelow(selection);
  }
}

/** A node and what holds it, inside out. */
export function ancestorsOf(node: RosterNode): RosterNode[] {
  const way: RosterNode[] = [node];
  for (let at = node; at.kind !== 'roster';) {
    at = at.parent;
    way.push(at);
  }
  return way;
}

export function isBelow(selection: Selection, scope: RosterNode): boolean {
  for (let at: RosterNode = selection.parent; ; at = at.parent) {
    if (at === scope) return true;
    if (at.kind === 'roster') return false;
  }
}

export function hasAncestorAmong(selection: Selection, others: readonly Selection[]): boolean {
  for (let at = selection.parent; at.kind === 'selection'; at = at.parent) if (others.includes(at)) return true;
  return false;
}
