import {
  changeableRules,
  isChoice,
  type Available,
  type ChangeableRules,
  type Loadout,
} from '../../catalogue/index.js';
import type { Violation } from '../army/validate-roster.js';
import { isAsked, isBetter, isUnavailable, judgeList, type Candidate, type ListDemands } from './judge-list.js';
import type { Preference } from './preference.js';

export interface SearchTask extends ListDemands {
  /** Lists that are looked at, at most. */
  readonly maxSteps: number;
  /** Lists that are looked at after the first legal one, at most. */
  readonly improvementSteps: number;
  /** Whether a loadout keeps the rules of its own unit and has a place; asked once for each that is tried. */
  readonly isInOrder: (loadout: Loadout) => boolean;
  /** Role of a unit. A list grows by one role after another, so that it contains all of them. */
  readonly roleOf: (unit: Available) => string;
  /** Emphasis of the list; absent: no preference. */
  readonly preference?: Preference;
}

/**
 * Work that is done list by list, so that it can be put aside, or given up, in between. `next(true)` says that the time is
 * over: the work then comes to what it has found.
 */
export type InSteps<T> = Generator<void, T, boolean | undefined>;

export interface SearchResult {
  /** The dearest legal list within the limit that was found; null where none was. */
  readonly best: Candidate | null;
  /** Whether every list has been looked at, or none could be better. */
  readonly isComplete: boolean;
  /** Rules broken by the lists that break the fewest: they cannot all be kept. Empty once a legal list was found. */
  readonly clash: readonly Violation[];
  readonly steps: number;
}

/** Units of a list, at most; the rules of published games allow fewer. */
const MAX_UNITS = 60;
/** Something asked for that is missing counts for more than all rules that a list can break. */
const MISSING_WEIGHT = 1_000;
/** A second copy of a unit comes after the third unit of a role. */
const COPY_WEIGHT = 3;
/** The emphasis of a list outweighs two copies and a few units of the same role. */
const PREFERENCE_WEIGHT = 9;
/** How well a unit must suit to take the place of one that suits better. */
const SUITS = 0.6;

/**
 * Looks for the dearest legal list within a limit. The search adds the units that mend most, then takes all roles in turn,
 * then exchanges single units. At last it tries all combinations and skips those that no addition can make legal (branch and
 * bound). Only the validator judges a list. The best list so far is always available.
 */
export class ListSearch {
  private best: Candidate | null = null;
  private fewest = Infinity;
  private readonly clash = new Map<string, Violation>();
  private steps = 0;
  /** When the first legal list was found. */
  private legalAt: number | undefined;
  private isTimeOver = false;
  private readonly changeable: ChangeableRules;
  private readonly inOrder = new Map<Loadout, boolean>();
  private readonly hidden = new Map<string, Set<string>>();

  constructor(private readonly task: SearchTask) {
    this.changeable = changeableRules(task.data);
  }

  *run(): InSteps<SearchResult> {
    const grown = yield* this.climb(this.look(this.asked()));
    const chosen = yield* this.tryChoices(grown);
    yield* this.exchange(chosen);
    // Combinations are looked through for their points alone.
    const mayExplore = !this.isOver() && !(this.best && this.task.preference);
    const isComplete = this.isBestPossible() || (mayExplore && (yield* this.explore([], 0, this.look([]))));
    return {
      best: this.best,
      isComplete,
      clash: this.best ? [] : [...this.clash.values()],
      steps: this.steps,
    };
  }

  /** Adds one loadout after the other: one that mends something while rules are broken, then one that keeps the list legal. */
  private *climb(from: Candidate): InSteps<Candidate> {
    let at = from;
    for (let found = true; found && at.loadouts.length < MAX_UNITS;) {
      found = false;
      const { badness, cost, loadouts } = at;
      for (const loadout of badness > 0 ? this.mendersFirst() : this.inTurn(loadouts)) {
        if (this.isOver()) return at;
        if (badness === 0 && cost + loadout.leastCost > this.task.limit) continue;
        if (!this.isInOrder(loadout) || this.isOutOfSight(loadout, loadouts)) continue;
        yield* this.pause();
        const tried = this.look([...loadouts, loadout]);
        if (!isBetter(tried, at) || this.isOutOfSight(loadout, tried.loadouts)) continue;
        [at, found] = [tried, true];
        break;
      }
    }
    return at;
  }

  /** Most lists lack choices for the whole army, and then what only an option of a unit brings, such as a warlord. */
  private mendersFirst(): Loadout[] {
    const { loadouts } = this.task;
    const rankOf = ({ unit, brings }: Loadout): number => (isChoice(unit.entry) ? 0 : brings ? 1 : 2);
    return [...loadouts].sort((a, b) => rankOf(a) - rankOf(b) || this.suits(b) - this.suits(a));
  }

  /**
   * Whether a unit was hidden when it was last tried with the same choices for the army. Published data hide a third of all
   * units: those that are out of print, and those of other armies.
   */
  private isOutOfSight(loadout: Loadout, among: readonly Loadout[]): boolean {
    return this.hidden.get(choicesKey(among))?.has(loadout.unit.ownId) ?? false;
  }

  private learnHidden(loadouts: readonly Loadout[], violations: readonly Violation[]): void {
    const last = loadouts.at(-1);
    if (!last || !violations.some(({ kind, ruleId }) => kind === 'not-available' && ruleId === last.unit.entry.id))
      return;
    const key = choicesKey(loadouts);
    this.hidden.set(key, (this.hidden.get(key) ?? new Set()).add(last.unit.ownId));
  }

  /** Loadouts that cost something: of units and roles that the list has least of, the dearest first. */
  private inTurn(chosen: readonly Loadout[]): Loadout[] {
    const units = new Map<string, number>();
    const roles = new Map<string, number>();
    for (const { unit } of chosen) {
      units.set(unit.ownId, (units.get(unit.ownId) ?? 0) + 1);
      roles.set(this.task.roleOf(unit), (roles.get(this.task.roleOf(unit)) ?? 0) + 1);
    }
    const ranked = this.task.loadouts.map((loadout) => {
      const copies = units.get(loadout.unit.ownId) ?? 0;
      const crowd = copies * COPY_WEIGHT + (roles.get(this.task.roleOf(loadout.unit)) ?? 0);
      return { loadout, crowd: crowd - PREFERENCE_WEIGHT * this.suits(loadout) };
    });
    return ranked
      .filter(({ loadout }) => loadout.leastCost > 0)
      .sort((a, b) => a.crowd - b.crowd || b.loadout.leastCost - a.loadout.leastCost)
      .map(({ loadout }) => loadout);
  }

  /** Each choice for the whole army in the place of the one that was made, such as the size of the battle, and on from there. */
  private *tryChoices(from: Candidate): InSteps<Candidate> {
    let at = from;
    for (const choice of this.task.loadouts.filter(({ unit }) => isChoice(unit.entry))) {
      if (this.isOver()) return at;
      if (at.loadouts.includes(choice) || !at.loadouts.some(({ unit }) => unit === choice.unit)) continue;
      yield* this.pause();
      const exchanged = this.look(at.loadouts.map((one) => (one.unit === choice.unit ? choice : one)));
      // One that is for other armies: no addition makes it available.
      if (isUnavailable(exchanged) && !isUnavailable(at)) continue;
      const tried = yield* this.climb(exchanged);
      if (isBetter(tried, at)) at = tried;
    }
    return at;
  }

  /** One loadout in the place of another, as long as that makes the list dearer. */
  private *exchange(from: Candidate): InSteps<void> {
    if (from.badness > 0) return;
    let at = from;
    for (let found = true; found;) {
      found = false;
      const left = this.task.limit - at.cost;
      for (const [place, former] of at.loadouts.entries()) {
        for (const loadout of this.task.loadouts) {
          if (this.isOver()) return;
          const more = loadout.leastCost - former.leastCost;
          if (more <= 0 || more > left || !this.mayReplace(former, loadout)) continue;
          if (!this.isInOrder(loadout) || this.isOutOfSight(loadout, at.loadouts)) continue;
          yield* this.pause();
          const tried = this.look(at.loadouts.map((one, index) => (index === place ? loadout : one)));
          if (!isBetter(tried, at)) continue;
          [at, found] = [tried, true];
          break;
        }
        if (found) break;
      }
    }
  }

  /** From 0 to 1. */
  private suits(loadout: Loadout): number {
    return this.task.preference?.(loadout) ?? 0;
  }

  private mayReplace(former: Loadout, loadout: Loadout): boolean {
    if (!this.task.preference || isChoice(loadout.unit.entry)) return true;
    return this.suits(loadout) >= Math.min(SUITS, this.suits(former));
  }

  private isInOrder(loadout: Loadout): boolean {
    const known = this.inOrder.get(loadout) ?? this.task.isInOrder(loadout);
    this.inOrder.set(loadout, known);
    return known;
  }

  private *pause(): InSteps<void> {
    if ((yield) === true) this.isTimeOver = true;
  }

  /** All combinations that begin with `chosen` and go on with loadouts from `from` on. @returns false when it broke off */
  private *explore(chosen: readonly Loadout[], from: number, at: Candidate): InSteps<boolean> {
    if (this.isBestPossible()) return true;
    if (chosen.length >= MAX_UNITS || this.isHopeless(at)) return true;
    for (let index = from; index < this.task.loadouts.length; index++) {
      if (this.isOver()) return this.isBestPossible();
      const loadout = this.task.loadouts[index];
      if (!loadout || !this.isInOrder(loadout)) continue;
      const next = [...chosen, loadout];
      yield* this.pause();
      if (!(yield* this.explore(next, index, this.look(next)))) return false;
    }
    return true;
  }

  private look(loadouts: readonly Loadout[]): Candidate {
    this.steps++;
    const candidate = judgeList(loadouts, this.task);
    const { verdict, violations } = candidate;
    this.learnHidden(loadouts, violations);
    if (violations.length === 0 && candidate.cost <= this.task.limit) {
      this.legalAt ??= this.steps;
      if (!this.best || candidate.cost > this.best.cost) this.best = candidate;
    } else this.learn(verdict.violations, violations.length - verdict.violations.length, violations);
    return candidate;
  }

  /** Of lists that lack what is asked for, nobody wants to know which rules they would break. */
  private learn(broken: readonly Violation[], missing: number, violations: readonly Violation[]): void {
    const weight = missing * MISSING_WEIGHT + broken.length;
    if (weight > this.fewest) return;
    if (weight < this.fewest) this.clash.clear();
    this.fewest = weight;
    for (const violation of violations) this.clash.set(violation.ruleId, violation);
  }

  /** The requested units, each with the requested models, else in its smallest form. */
  private asked(): Loadout[] {
    return [...this.task.required].flatMap(([ownId, wanted]) =>
      wanted.flatMap((one) => {
        const ways = this.task.loadouts.filter((way) => isAsked(way, ownId, one) && this.isInOrder(way));
        const [first, ...others] = ways;
        if (!first) return [];
        const smallest = others.reduce((least, way) => (way.leastCost < least.leastCost ? way : least), first);
        return Array.from({ length: Math.min(one.number, MAX_UNITS) }, () => smallest);
      }),
    );
  }

  /** Whether no addition can make a list legal. */
  private isHopeless({ loadouts, violations }: Candidate): boolean {
    if (loadouts.reduce((sum, { leastCost }) => sum + leastCost, 0) > this.task.limit) return true;
    return violations.some(({ kind, ruleId }) => {
      if (kind === 'no-place') return true;
      return kind === 'too-many' && !this.changeable.losesCategories && !this.changeable.constraints.has(ruleId);
    });
  }

  private isBestPossible(): boolean {
    return this.best?.cost === this.task.limit;
  }

  private isOver(): boolean {
    const { maxSteps, improvementSteps } = this.task;
    const last = Math.min(maxSteps, (this.legalAt ?? Infinity) + improvementSteps);
    return this.isTimeOver || this.steps >= last || this.isBestPossible();
  }
}

function choicesKey(loadouts: readonly Loadout[]): string {
  return JSON.stringify(loadouts.flatMap(({ unit, listed }) => (isChoice(unit.entry) ? [listed] : [])));
}
