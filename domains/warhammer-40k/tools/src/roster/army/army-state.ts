import type {
  CategoryEntry,
  CategoryLink,
  Condition,
  Constraint,
  CountedRequirement,
  ForceEntry,
  Modifier,
  Query,
  Repeat,
  Requirement,
  ResolvedEntry,
} from '@arbiter/adapters-battlescribe/catalogue';
import { COMPARISONS } from './comparisons.js';
import { forceOf, selectionsBelow, selectionsIn, type Roster, type RosterNode, type Selection } from './roster.js';

/** Something with modifiers, at some place of a roster, whether it has been chosen or not. */
export interface Placed {
  readonly node: ResolvedEntry | ForceEntry | CategoryEntry | CategoryLink;
  /** Node that holds it, or would hold it. */
  readonly holder: RosterNode;
  /** Itself, once it has been chosen. */
  readonly selection?: Selection;
}

/** Before the id of a type of cost: what the list may cost of it. */
const LIMIT_FIELD = 'limit::';
const NO_LIMIT = -1;

const KINDS_OF_SCOPE: Readonly<Record<string, readonly string[]>> = {
  unit: ['unit'],
  model: ['model'],
  upgrade: ['upgrade'],
  'model-or-unit': ['model', 'unit'],
};

/**
 * State of a roster: costs, constraints and categories after modifiers, and counts of queries. The roster does not
 * change meanwhile. Of values that depend on each other in a circle, the one asked for first sees the others unmodified.
 */
export class ArmyState {
  private readonly categories = new Map<Selection, ReadonlySet<string>>();
  private readonly primaries = new Map<Selection, string | undefined>();
  private readonly costs = new Map<Selection, ReadonlyMap<string, number>>();
  /** Kinds of modifiers, conditions and scopes that were met and are not known; they change nothing. */
  readonly unknown = new Set<string>();

  private readonly below = new Map<RosterNode, readonly Selection[]>();
  private index: ReadonlyMap<string, readonly Selection[]> | undefined;

  constructor(readonly roster: Roster) {}

  /** Whether anything in the roster counts as what an id stands for, categories aside. */
  holdsAny(id: string): boolean {
    return this.selectionsOf(id).length > 0;
  }

  /** Selections of the whole roster that count as an id, categories aside, in the order of the list. */
  private selectionsOf(id: string): readonly Selection[] {
    if (!this.index) {
      const index = new Map<string, Selection[]>();
      for (const selection of this.selectionsBelow(this.roster)) {
        for (const one of selection.ids) {
          const held = index.get(one);
          if (held) held.push(selection);
          else index.set(one, [selection]);
        }
      }
      this.index = index;
    }
    return this.index.get(id) ?? [];
  }

  private selectionsBelow(node: RosterNode): readonly Selection[] {
    const known = this.below.get(node) ?? [...selectionsBelow(node)];
    this.below.set(node, known);
    return known;
  }

  /** Ids of the categories that a selection has. */
  categoriesOf(selection: Selection): ReadonlySet<string> {
    const known = this.categories.get(selection);
    if (known) return known;
    const own = new Set(selection.entry.categoryLinks.filter(({ hidden }) => !hidden).map(({ targetId }) => targetId));
    // Conditions may ask for categories in their turn.
    this.categories.set(selection, new Set(own));
    const placed = { node: selection.entry, holder: selection.parent, selection };
    for (const { type, value } of this.active(placed, 'category')) {
      if (type === 'remove') own.delete(value);
      else if (type === 'add' || type === 'set-primary') own.add(value);
    }
    this.categories.set(selection, own);
    return own;
  }

  /** Ids of the categories that anything in the roster has. */
  categoriesHeld(): ReadonlySet<string> {
    return new Set(this.selectionsBelow(this.roster).flatMap((selection) => [...this.categoriesOf(selection)]));
  }

  /** The category that a unit is taken for; undefined where it has none. */
  primaryCategoryOf(selection: Selection): string | undefined {
    if (this.primaries.has(selection)) return this.primaries.get(selection);
    const own = selection.entry.categoryLinks.filter((link) => link.primary).at(-1)?.targetId;
    this.primaries.set(selection, own);
    const placed = { node: selection.entry, holder: selection.parent, selection };
    const primary = this.active(placed, 'category')
      .filter(({ type }) => type === 'set-primary')
      .reduce((_, { value }) => value, own);
    this.primaries.set(selection, primary);
    return primary;
  }

  isHidden(placed: Placed): boolean {
    return this.active(placed, 'hidden')
      .filter(({ type }) => type === 'set')
      .reduce((_, { value }) => value === 'true', placed.node.hidden);
  }

  /** Errors that the data report in this state, one sentence each. */
  errorsOf(placed: Placed): string[] {
    return this.active(placed, 'error')
      .filter(({ type }) => type === 'add')
      .map(({ value }) => value);
  }

  /** The value of a constraint after modifiers. */
  limitOf(constraint: Constraint, placed: Placed): number {
    return this.modified(constraint.value, constraint.id, placed);
  }

  /** Costs of a selection without its children, for its whole number, by type of cost. */
  costsOf(selection: Selection): ReadonlyMap<string, number> {
    const known = this.costs.get(selection);
    if (known) return known;
    const { entry, parent, number } = selection;
    this.costs.set(selection, new Map(entry.costs.map(({ typeId, value }) => [typeId, value * number])));
    const placed = { node: entry, holder: parent, selection };
    const costs = new Map(
      entry.costs.map(({ typeId, value }) => [typeId, this.modified(value, typeId, placed) * number]),
    );
    this.costs.set(selection, costs);
    return costs;
  }

  /** Total cost of a node and all selections below it. */
  totalOf(node: RosterNode, typeId: string): number {
    let total = node.kind === 'selection' ? (this.costsOf(node).get(typeId) ?? 0) : 0;
    for (const selection of this.selectionsBelow(node)) total += this.costsOf(selection).get(typeId) ?? 0;
    return total;
  }

  /**
   * Computes the count of a query.
   *
   * @param matches whether the query asks for a selection
   * @param id of the selections for which `matches` holds, if ids alone decide it
   */
  count(query: Query, scope: RosterNode, matches: (selection: Selection) => boolean, id?: string): number {
    if (query.field === 'forces') return scope.kind === 'roster' ? scope.children.length : 1;
    if (query.field.startsWith(LIMIT_FIELD)) {
      return this.roster.limits.get(query.field.slice(LIMIT_FIELD.length)) ?? NO_LIMIT;
    }
    const found = this.among(query, scope, id).filter(matches);
    if (query.field === 'selections') return found.reduce((sum, { number }) => sum + number, 0);
    if (!query.includeChildSelections) {
      return found.reduce((sum, selection) => sum + (this.costsOf(selection).get(query.field) ?? 0), 0);
    }
    // A match counts with all that it holds; a match inside another match counts once.
    const outermost = found.filter((selection) => !hasAncestorAmong(selection, found));
    return outermost.reduce((sum, selection) => sum + this.totalOf(selection, query.field), 0);
  }

  /** Selections that a query examines; with an id, only those that count as it. */
  private among(query: Query, scope: RosterNode, id: string | undefined): readonly Selection[] {
    if (id === undefined) return query.includeChildSelections ? this.selectionsBelow(scope) : selectionsIn(scope);
    const candidates = this.selectionsOf(id);
    if (candidates.length === 0) return candidates;
    if (query.includeChildSelections)
      return scope.kind === 'roster' ? candidates : candidates.filter((one) => isBelow(one, scope));
    return candidates.filter(({ parent }) =>
      scope.kind === 'roster' ? parent.kind === 'force' && parent.parent === scope : parent === scope,
    );
  }

  /** All that a scope holds of what a query counts, for percentages. */
  wholeOf(query: Query, scope: RosterNode): number {
    return query.field === 'selections' || query.field === 'forces'
      ? this.count(query, scope, () => true)
      : this.totalOf(scope, query.field);
  }

  /** Where a query counts; undefined where the place has no such scope. */
  scopeOf({ scope }: Query, { holder, selection }: Placed): RosterNode | undefined {
    if (scope === 'self') return selection;
    if (scope === 'parent') return holder;
    if (scope === 'roster') return this.roster;
    if (scope === 'force') return holder.kind === 'roster' ? undefined : forceOf(holder);
    if (scope === 'primary-catalogue') return this.roster;
    const way = [...(selection ? [selection] : []), ...ancestorsOf(holder)];
    const units = way.filter((node) => node.kind === 'selection');
    if (scope === 'root-entry') return units.at(-1);
    const kinds = KINDS_OF_SCOPE[scope];
    if (kinds) return units.find(({ entry }) => entry.kind === 'entry' && kinds.includes(entry.type));
    return way.find((node) =>
      node.kind === 'selection' ? node.ids.has(scope) : node.kind === 'force' && node.entry.id === scope,
    );
  }

  /** Whether a selection is what an id stands for: an entry, a link, a group, a category, a type; empty: anything. */
  isInstance(selection: Selection, id: string): boolean {
    return id === '' || id === 'any' || selection.ids.has(id) || this.categoriesOf(selection).has(id);
  }

  /** @param origin what holds the requirement, where it is asked of one of the selections that are counted */
  holds(requirement: Requirement, placed: Placed, origin: Placed = placed): boolean {
    switch (requirement.kind) {
      case 'condition':
        return this.conditionHolds(requirement.condition, placed, origin);
      case 'counted':
        return this.countedHolds(requirement, placed);
      case 'all':
        return requirement.of.every((one) => this.holds(one, placed, origin));
      case 'any':
        return requirement.of.some((one) => this.holds(one, placed, origin));
      case 'none':
        return !requirement.of.some((one) => this.holds(one, placed, origin));
    }
  }

  private conditionHolds(condition: Condition, placed: Placed, origin: Placed): boolean {
    const { type, childId, value } = condition;
    if (type === 'instanceOf') return this.isInstanceAt(condition, placed);
    if (type === 'notInstanceOf') return !this.isInstanceAt(condition, placed);
    if (type === 'before') return this.comesBefore(placed, origin);
    const scope = this.scopeOf(condition, placed);
    const count = scope ? this.countOf({ ...condition, childId }, scope) : 0;
    const whole = condition.percentValue && scope ? this.wholeOf(condition, scope) : 0;
    return this.compares(type, count, condition.percentValue ? (whole * value) / 100 : value);
  }

  private countedHolds({ condition, of }: CountedRequirement, placed: Placed): boolean {
    const scope = this.scopeOf(condition, placed);
    const meets = (selection: Selection): boolean => {
      const at = { node: selection.entry, holder: selection.parent, selection };
      return of.every((one) => this.holds(one, at, placed));
    };
    return this.compares(condition.type, scope ? this.count(condition, scope, meets) : 0, condition.value);
  }

  private compares(type: string, count: number, bound: number): boolean {
    const comparison = COMPARISONS.get(type);
    if (comparison) return comparison(count, bound);
    this.unknown.add(`condition "${type}"`);
    return false;
  }

  /** Whether a selection stands before another in the list; before one that has not been chosen yet all do. */
  private comesBefore({ selection }: Placed, { selection: other }: Placed): boolean {
    if (selection === other) return false;
    for (const one of this.selectionsBelow(this.roster))
      if (one === selection || one === other) return one === selection;
    return false;
  }

  /** Whether the scope itself is what is asked for; of a force or roster, also whether it holds one. */
  private isInstanceAt(condition: Condition, placed: Placed): boolean {
    const { childId, scope } = condition;
    const { data } = this.roster;
    if (scope === 'primary-catalogue') return data.primary.id === childId;
    const isNode = (node: RosterNode): boolean => {
      if (node.kind === 'selection') return this.isInstance(node, childId);
      return childId === data.primary.id || (node.kind === 'force' && node.entry.id === childId);
    };
    if (scope === 'ancestor') return ancestorsOf(placed.holder).some(isNode);
    if (scope === 'primary-category') return this.primaryCategoryAt(placed) === childId;
    const node = this.scopeOf(condition, placed);
    if (!node) return false;
    return (
      isNode(node) ||
      (node.kind !== 'selection' && this.countOf({ ...condition, includeChildSelections: true }, node) > 0)
    );
  }

  /** Of the nearest selection that has one, from the inside out. */
  private primaryCategoryAt({ holder, selection }: Placed): string | undefined {
    for (const node of [...(selection ? [selection] : []), ...ancestorsOf(holder)]) {
      const primary = node.kind === 'selection' ? this.primaryCategoryOf(node) : undefined;
      if (primary !== undefined) return primary;
    }
    return undefined;
  }

  private countOf(query: Query & Pick<Condition, 'childId'>, scope: RosterNode): number {
    if (query.field === 'forces') {
      const forces = scope.kind === 'roster' ? scope.children : [forceOf(scope)];
      return forces.filter(({ entry }) => query.childId === '' || query.childId === 'any' || entry.id === query.childId)
        .length;
    }
    const { childId } = query;
    const byIds = this.roster.data.find(childId)?.kind === 'entry' ? childId : undefined;
    return this.count(query, scope, (selection) => this.isInstance(selection, childId), byIds);
  }

  /** A number after the modifiers of its field. */
  private modified(base: number, field: string, placed: Placed): number {
    let value = base;
    for (const modifier of this.active(placed, field)) {
      const amount = Number(modifier.value);
      if (modifier.type === 'set') value = amount;
      else if (modifier.type === 'increment') value += amount * modifier.times;
      else if (modifier.type === 'decrement') value -= amount * modifier.times;
      else if (modifier.type === 'multiply') value *= amount ** modifier.times;
      else this.unknown.add(`modifier "${modifier.type}"`);
    }
    return Number.isFinite(value) ? value : base;
  }

  /** The modifiers of a field that hold, in their order, with how often each counts. */
  private active(placed: Placed, field: string): (Modifier & { readonly times: number })[] {
    const { modifiers } = placed.node;
    if (modifiers.length === 0) return [];
    return modifiers.flatMap((modifier) => {
      if (modifier.field !== field || !this.holds(modifier.when, placed)) return [];
      const times = modifier.repeats.reduce((sum, repeat) => sum + this.timesOf(repeat, placed), 0);
      if (modifier.repeats.length > 0 && times === 0) return [];
      return [{ ...modifier, times: modifier.repeats.length === 0 ? 1 : times }];
    });
  }

  private timesOf(repeat: Repeat, placed: Placed): number {
    const scope = this.scopeOf(repeat, placed);
    if (!scope || repeat.value <= 0) return 0;
    const whole = this.countOf(repeat, scope) / repeat.value;
    return (repeat.roundUp ? Math.ceil(whole) : Math.floor(whole)) * repeat.repeats;
  }
}

/** A node and what holds it, inside out. */
function ancestorsOf(node: RosterNode): RosterNode[] {
  const way: RosterNode[] = [node];
  for (let at = node; at.kind !== 'roster';) {
    at = at.parent;
    way.push(at);
  }
  return way;
}

function isBelow(selection: Selection, scope: RosterNode): boolean {
  for (let at: RosterNode = selection.parent; ; at = at.parent) {
    if (at === scope) return true;
    if (at.kind === 'roster') return false;
  }
}

function hasAncestorAmong(selection: Selection, others: readonly Selection[]): boolean {
  for (let at = selection.parent; at.kind === 'selection'; at = at.parent) if (others.includes(at)) return true;
  return false;
}
