import type { CategoryEntry, CategoryLink, ForceEntry, Query, ResolvedEntry } from '../../catalogue/index.js';
import {
  ancestorsOf,
  forceOf,
  isBelow,
  rosterOf,
  selectionsBelow,
  selectionsIn,
  type Roster,
  type RosterNode,
  type Selection,
} from './roster.js';

/** Something with modifiers, at some place of a roster, whether it has been chosen or not. */
export interface Placed {
  readonly node: ResolvedEntry | ForceEntry | CategoryEntry | CategoryLink;
  /** Node that holds it, or would hold it. */
  readonly holder: RosterNode;
  /** Itself, once it has been chosen. */
  readonly selection?: Selection;
}

const KINDS_OF_SCOPE: Readonly<Record<string, readonly string[]>> = {
  unit: ['unit'],
  model: ['model'],
  upgrade: ['upgrade'],
  'model-or-unit': ['model', 'unit'],
};

/** Where a query counts; undefined where the place has no such scope. */
export function scopeOf({ scope }: Query, { holder, selection }: Placed): RosterNode | undefined {
  if (scope === 'self') return selection;
  if (scope === 'parent') return holder;
  if (scope === 'roster' || scope === 'primary-catalogue') return rosterOf(holder);
  if (scope === 'force') return holder.kind === 'roster' ? undefined : forceOf(holder);
  const way = [...(selection ? [selection] : []), ...ancestorsOf(holder)];
  const units = way.filter((node) => node.kind === 'selection');
  if (scope === 'root-entry') return units.at(-1);
  const kinds = KINDS_OF_SCOPE[scope];
  if (kinds) return units.find(({ entry }) => entry.kind === 'entry' && kinds.includes(entry.type));
  return way.find((node) =>
    node.kind === 'selection' ? node.ids.has(scope) : node.kind === 'force' && node.entry.id === scope,
  );
}

/** Finds the selections of a roster without walking it for each query. The roster does not change meanwhile. */
export class SelectionIndex {
  private readonly belowNodes = new Map<RosterNode, readonly Selection[]>();
  private byId: ReadonlyMap<string, readonly Selection[]> | undefined;

  constructor(private readonly roster: Roster) {}

  /** All selections below a node, outer ones first. */
  below(node: RosterNode): readonly Selection[] {
    const known = this.belowNodes.get(node) ?? [...selectionsBelow(node)];
    this.belowNodes.set(node, known);
    return known;
  }

  /** Selections of the whole roster that count as an id, categories aside, in the order of the list. */
  countedAs(id: string): readonly Selection[] {
    if (!this.byId) {
      const byId = new Map<string, Selection[]>();
      for (const selection of this.below(this.roster)) {
        for (const one of selection.ids) {
          const held = byId.get(one);
          if (held) held.push(selection);
          else byId.set(one, [selection]);
        }
      }
      this.byId = byId;
    }
    return this.byId.get(id) ?? [];
  }

  /** Selections that a query examines; with an id, only those that count as it. */
  among(query: Query, scope: RosterNode, id: string | undefined): readonly Selection[] {
    if (id === undefined) return query.includeChildSelections ? this.below(scope) : selectionsIn(scope);
    const candidates = this.countedAs(id);
    if (candidates.length === 0) return candidates;
    if (query.includeChildSelections)
      return scope.kind === 'roster' ? candidates : candidates.filter((one) => isBelow(one, scope));
    return candidates.filter(({ parent }) =>
      scope.kind === 'roster' ? parent.kind === 'force' && parent.parent === scope : parent === scope,
    );
  }
}
