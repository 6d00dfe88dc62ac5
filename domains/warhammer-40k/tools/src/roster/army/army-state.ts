import type {
  Condition,
  Constraint,
  CountedRequirement,
  Modifier,
  Query,
  Repeat,
  Requirement,
} from '../../catalogue/index.js';
import { ancestorsOf, forceOf, hasAncestorAmong, type Roster, type RosterNode, type Selection } from './roster.js';
import { scopeOf, SelectionIndex, type Placed } from './roster-queries.js';

/** Before the id of a type of cost: what the list may cost of it. */
const LIMIT_FIELD = 'limit::';
const NO_LIMIT = -1;

/** Comparisons of conditions, under the names of the format; the last is a newer editor's. */
const COMPARISONS: ReadonlyMap<string, (count: number, bound: number) => boolean> = new Map([
  ['atLeast', (count, bound) => count >= bound],
  ['atMost', (count, bound) => count <= bound],
  ['greaterThan', (count, bound) => count > bound],
  ['lessThan', (count, bound) => count < bound],
  ['equalTo', (count, bound) => count === bound],
  ['notEqualTo', (count, bound) => count !== bound],
  ['greaterThanOrEqualTo', (count, bound) => count >= bound],
]);

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

  private readonly index: SelectionIndex;

  constructor(readonly roster: Roster) {
    this.index = new SelectionIndex(roster);
  }

  /** Whether anything in the roster counts as what an id stands for, categories aside. */
  holdsAny(id: string): boolean {
    return this.index.countedAs(id).length > 0;
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
    return new Set(this.index.below(this.roster).flatMap((selection) => [...this.categoriesOf(selection)]));
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
    for (const selection of this.index.below(node)) total += this.costsOf(selection).get(typeId) ?? 0;
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
    const found = this.index.among(query, scope, id).filter(matches);
    if (query.field === 'selections') return found.reduce((sum, { number }) => sum + number, 0);
    if (!query.includeChildSelections) {
      return found.reduce((sum, selection) => sum + (this.costsOf(selection).get(query.field) ?? 0), 0);
    }
    // A match counts with all that it holds; a match inside another match counts once.
    const outermost = found.filter((selection) => !hasAncestorAmong(selection, found));
    return outermost.reduce((sum, selection) => sum + this.totalOf(selection, query.field), 0);
  }

  /** All that a scope holds of what a query counts, for percentages. */
  wholeOf(query: Query, scope: RosterNode): number {
    return query.field === 'selections' || query.field === 'forces'
      ? this.count(query, scope, () => true)
      : this.totalOf(scope, query.field);
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
    const scope = scopeOf(condition, placed);
    const count = scope ? this.countOf({ ...condition, childId }, scope) : 0;
    const whole = condition.percentValue && scope ? this.wholeOf(condition, scope) : 0;
    return this.compares(type, count, condition.percentValue ? (whole * value) / 100 : value);
  }

  private countedHolds({ condition, of }: CountedRequirement, placed: Placed): boolean {
    const scope = scopeOf(condition, placed);
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
    for (const one of this.index.below(this.roster)) if (one === selection || one === other) return one === selection;
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
    const node = scopeOf(condition, placed);
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
    const scope = scopeOf(repeat, placed);
    if (!scope || repeat.value <= 0) return 0;
    const whole = this.countOf(repeat, scope) / repeat.value;
    return (repeat.roundUp ? Math.ceil(whole) : Math.floor(whole)) * repeat.repeats;
  }
}
