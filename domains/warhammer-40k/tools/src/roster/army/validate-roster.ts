import {
  availableBelow,
  availableInForce,
  type Available,
  type CategoryEntry,
  type CategoryLink,
  type Constraint,
} from '../../catalogue/index.js';
import { ArmyState } from './army-state.js';
import { forceOf, type Force, type Roster, type RosterNode, type Selection } from './roster.js';
import { scopeOf, type Placed } from './roster-queries.js';

/** A rule that a list breaks. */
export interface Violation {
  readonly kind: 'too-few' | 'too-many' | 'over-limit' | 'not-available' | 'no-place' | 'stated';
  /** The constraint, or the entry or type of cost where none is broken; with `stated` the data say themselves what is wrong. */
  readonly ruleId: string;
  /** One sentence. */
  readonly message: string;
  /** How many, or how much, too few or too many; 1 where that says nothing. */
  readonly by: number;
}

export interface Verdict {
  readonly legal: boolean;
  /** In the order of the list. */
  readonly violations: readonly Violation[];
  /** Costs of the whole list, by name of the type of cost; types without costs are left out. */
  readonly costs: Readonly<Record<string, number>>;
  /** Rules that were not understood and did not affect the verdict. */
  readonly ignored: readonly string[];
}

/** Checks a list against every rule of its data: limits, forces, categories, units, parts and options. */
export function validateRoster(roster: Roster): Verdict {
  const state = new ArmyState(roster);
  const check = new RosterCheck(state);
  check.run();
  const types = roster.data.catalogues.flatMap(({ costTypes }) => costTypes);
  const costs = types
    .map(({ id, name }) => [name, state.totalOf(roster, id)] as const)
    .filter(([, value]) => value !== 0);
  return {
    legal: check.violations.length === 0,
    violations: check.violations,
    costs: Object.fromEntries(costs),
    ignored: [...state.unknown].sort(),
  };
}

class RosterCheck {
  readonly violations: Violation[] = [];
  /** A shared constraint is met by way of every link to its entry, and broken once. */
  private readonly told = new Set<string>();
  private readonly numbers = new Map<RosterNode, number>();

  constructor(private readonly state: ArmyState) {}

  run(): void {
    const { roster } = this.state;
    for (const [typeId, limit] of roster.limits) {
      const total = this.state.totalOf(roster, typeId);
      const name = roster.data.nameOf(typeId);
      if (total > limit)
        this.tell(
          'over-limit',
          typeId,
          roster,
          `The list costs ${total} ${name}; ${limit} are allowed.`,
          total - limit,
        );
    }
    for (const force of roster.children) this.force(force);
  }

  private force(force: Force): void {
    const { entry, parent } = force;
    this.constraints(
      entry.constraints,
      { node: entry, holder: parent },
      entry.name,
      () => (selection) => forceOf(selection) === force,
    );
    this.stated({ node: entry, holder: parent }, force);
    for (const link of entry.categoryLinks) this.category(link, force);
    this.categoriesEverywhere(force);
    this.children(force, availableInForce(this.state.roster.data), []);
    for (const unit of force.children) this.place(unit, force);
  }

  private stated(placed: Placed, where: Force | Selection): void {
    for (const error of this.state.errorsOf(placed)) this.tell('stated', `${placed.node.id} ${error}`, where, error);
  }

  private category(link: CategoryLink, force: Force): void {
    const name = link.name === '' ? this.state.roster.data.nameOf(link.targetId) : link.name;
    const isOfIt = (selection: Selection): boolean => this.state.categoriesOf(selection).has(link.targetId);
    this.constraints(link.constraints, { node: link, holder: force }, name, () => isOfIt);
  }

  /** Limits that the category itself has, in whatever force it occurs. */
  private categoriesEverywhere(force: Force): void {
    const held = this.state.categoriesHeld();
    for (const { categoryEntries } of this.state.roster.data.catalogues) {
      for (const node of categoryEntries) {
        // Published data have a category for each unit: of what nothing is in, only a minimum can be broken.
        if (node.constraints.length === 0 || (!held.has(node.id) && !hasMinimum(node))) continue;
        const isOfIt = (selection: Selection): boolean => this.state.categoriesOf(selection).has(node.id);
        this.constraints(node.constraints, { node, holder: force }, node.name, () => isOfIt);
      }
    }
  }

  /** A force that says which categories it has has no place for a unit of another one. */
  private place(unit: Selection, force: Force): void {
    const primary = this.state.primaryCategoryOf(unit);
    if (primary === undefined || force.entry.categoryLinks.length === 0) return;
    if (force.entry.categoryLinks.some(({ targetId }) => targetId === primary)) return;
    const name = this.state.roster.data.nameOf(primary);
    this.tell(
      'no-place',
      unit.entry.id,
      force,
      `${force.entry.name} has no place for ${unit.entry.name}, which is ${name}.`,
    );
  }

  private children(holder: Force | Selection, entries: readonly Available[], groups: readonly Available[]): void {
    for (const available of [...groups, ...entries]) {
      const { entry, ownId } = available;
      // Of what is nowhere in the list only what has to be there can be broken.
      if (!hasMinimum(entry) && !this.state.holdsAny(entry.id) && !this.state.holdsAny(ownId)) continue;
      const chosen = holder.children.filter((child) =>
        entry.kind === 'group' ? child.ids.has(entry.id) : child.ownId === ownId,
      );
      const counted = ({ shared }: Constraint): string => (shared || entry.kind === 'group' ? entry.id : ownId);
      // Limits of what has not been chosen hold, too: something may be missing.
      const places: Placed[] =
        entry.kind === 'group' || chosen.length === 0
          ? [{ node: entry, holder }]
          : chosen.map((selection) => ({ node: entry, holder, selection }));
      for (const placed of places) {
        if (placed.selection) this.stated(placed, holder);
        if (!this.state.isHidden(placed))
          this.constraints(entry.constraints, placed, entry.name, counted, isCollective(entry, chosen));
        else if (chosen.length > 0) {
          this.tell('not-available', entry.id, holder, `${entry.name} is not available in ${holder.entry.name}.`);
        }
      }
    }
    for (const child of holder.children) {
      const below = availableBelow(child.entry, this.state.roster.data);
      this.children(child, below.entries, below.groups);
    }
  }

  private constraints(
    constraints: readonly Constraint[],
    placed: Placed,
    name: string,
    counted: Counted,
    collective = false,
  ): void {
    for (const constraint of constraints) {
      const scope = scopeOf(constraint, placed);
      const limit = this.state.limitOf(constraint, placed);
      if (!scope || (constraint.type === 'max' && limit < 0)) continue;
      const count = this.counted(constraint, scope, placed, counted);
      const bound = constraint.percentValue ? (this.state.wholeOf(constraint, scope) * limit) / 100 : limit;
      const per = collective ? perParent(placed, constraint, scope) : 1;
      if (constraint.type === 'max' && count > bound * per) {
        this.tell(
          'too-many',
          constraint.id,
          scope,
          `${name}: ${sayCount(count, constraint, this.state)} in ${nameOf(scope)}; at most ${sayBound(bound * per)} allowed.`,
          count - bound * per,
        );
      }
      if (constraint.type === 'min' && count < bound * per) {
        this.tell(
          'too-few',
          constraint.id,
          scope,
          `${name}: ${sayCount(count, constraint, this.state)} in ${nameOf(scope)}; at least ${sayBound(bound * per)} needed.`,
          bound * per - count,
        );
      }
    }
  }

  private counted(constraint: Constraint, scope: RosterNode, { node, holder }: Placed, counted: Counted): number {
    if (constraint.field === 'forces') {
      return scope.kind === 'roster' ? scope.children.filter(({ entry }) => entry.id === node.id).length : 1;
    }
    // Parts of a unit lie below it: wherever the scope is wider than what holds them, all below it counts.
    const wider = scope !== holder && holder.kind === 'selection';
    const query = wider ? { ...constraint, includeChildSelections: true } : constraint;
    const what = counted(constraint);
    if (typeof what === 'function') return this.state.count(query, scope, what);
    return this.state.count(query, scope, ({ ids }) => ids.has(what), what);
  }

  private tell(kind: Violation['kind'], ruleId: string, where: RosterNode, message: string, by = 1): void {
    const key = `${kind}\0${ruleId}\0${this.numberOf(where)}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    this.violations.push({ kind, ruleId, message, by });
  }

  private numberOf(node: RosterNode): number {
    const number = this.numbers.get(node) ?? this.numbers.size;
    this.numbers.set(node, number);
    return number;
  }
}

/** The selections that a constraint counts: those with an id, or those that a function accepts. */
type Counted = (constraint: Constraint) => string | ((selection: Selection) => boolean);

type Limited = Available['entry'] | CategoryEntry;

const MINIMA = new WeakMap<Limited, boolean>();

/** Whether something must be chosen, or must be under some condition. */
function hasMinimum(entry: Limited): boolean {
  const known =
    MINIMA.get(entry) ??
    entry.constraints.some(
      ({ type, value, id }) => type === 'min' && (value > 0 || entry.modifiers.some(({ field }) => field === id)),
    );
  MINIMA.set(entry, known);
  return known;
}

/** Whether the numbers of something are those of all its parents together; so are those of a group of nothing else. */
function isCollective(entry: Available['entry'], chosen: readonly Selection[]): boolean {
  if (entry.collective || entry.kind !== 'group') return entry.collective;
  return chosen.length > 0 && chosen.every((one) => one.entry.collective);
}

/** Factor of a limit: each of several parents may have a collective entry as often as the constraint allows. */
function perParent({ holder }: Placed, { scope }: Constraint, at: RosterNode): number {
  return scope === 'parent' && at === holder && holder.kind === 'selection' ? holder.number : 1;
}

function nameOf(scope: RosterNode): string {
  return scope.kind === 'roster' ? 'the list' : scope.entry.name;
}

function sayCount(count: number, { field }: Constraint, { roster }: ArmyState): string {
  const unit = field === 'selections' || field === 'forces' ? '' : ` ${roster.data.nameOf(field)}`;
  return `${sayBound(count)}${unit}`;
}

function sayBound(value: number): string {
  return String(Math.round(value * 100) / 100);
}
