import type { DataSet } from '../resolve/data-set.js';
import { readList, type ArmyList } from '../army/read-list.js';
import { validateRoster, type Verdict, type Violation } from '../army/validate-roster.js';
import { changeableRules, type ChangeableRules } from './changeable-rules.js';
import type { Loadout } from './loadouts.js';

export interface SearchTask {
  readonly data: DataSet;
  /** Id of the force. */
  readonly force: string;
  /** The type of cost that is limited, by id, and its limit. */
  readonly typeId: string;
  readonly limit: number;
  readonly loadouts: readonly Loadout[];
  /** What the list must hold, by the `ownId` of units. */
  readonly required: ReadonlyMap<string, number>;
  /** Lists that are looked at, at most. */
  readonly maxSteps: number;
}

/** Work that is done list by list, so that it can be put aside, or given up, in between. */
export type InSteps<T> = Generator<void, T, void>;

export interface Candidate {
  readonly loadouts: readonly Loadout[];
  readonly verdict: Verdict;
  /** Those of the verdict, and what is required and missing. */
  readonly violations: readonly Violation[];
  /** How far it is from being legal: what is missing, and each other breach as one. */
  readonly badness: number;
  readonly cost: number;
}

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

/**
 * Looks for the dearest legal list within a limit: first by adding what mends most, then through all combinations, leaving
 * out those that no addition can make legal (branch and bound). Each list is judged by the validator and nothing else.
 */
export class ListSearch {
  private best: Candidate | null = null;
  private fewest = Infinity;
  private readonly clash = new Map<string, Violation>();
  private steps = 0;
  private readonly changeable: ChangeableRules;

  constructor(private readonly task: SearchTask) {
    this.changeable = changeableRules(task.data);
  }

  *run(): InSteps<SearchResult> {
    yield* this.climb();
    const isComplete = this.isBestPossible() || (yield* this.explore([], 0, this.look([])));
    return {
      best: this.best,
      isComplete,
      clash: this.best ? [] : [...this.clash.values()],
      steps: this.steps,
    };
  }

  /** Adds one loadout after the other: one that mends something while rules are broken, then the dearest that is legal. */
  private *climb(): InSteps<void> {
    const dearestFirst = [...this.task.loadouts].sort((a, b) => b.leastCost - a.leastCost);
    let at = this.look(this.asked());
    for (let found = true; found && at.loadouts.length < MAX_UNITS;) {
      found = false;
      const from = at;
      for (const loadout of from.badness > 0 ? this.task.loadouts : dearestFirst) {
        if (this.isOver()) return;
        if (from.badness === 0 && from.cost + loadout.leastCost > this.task.limit) continue;
        yield;
        const tried = this.look([...from.loadouts, loadout]);
        if (!isBetter(tried, from)) continue;
        [at, found] = [tried, true];
        break;
      }
    }
  }

  /** All combinations that begin with `chosen` and go on with loadouts from `from` on. @returns false when it broke off */
  private *explore(chosen: readonly Loadout[], from: number, at: Candidate): InSteps<boolean> {
    if (this.isBestPossible()) return true;
    if (chosen.length >= MAX_UNITS || this.isHopeless(at)) return true;
    for (let index = from; index < this.task.loadouts.length; index++) {
      if (this.steps >= this.task.maxSteps) return false;
      const loadout = this.task.loadouts[index];
      if (!loadout) continue;
      const next = [...chosen, loadout];
      yield;
      if (!(yield* this.explore(next, index, this.look(next)))) return false;
    }
    return true;
  }

  private look(loadouts: readonly Loadout[]): Candidate {
    this.steps++;
    const { data, typeId, limit } = this.task;
    const { roster } = readList(listOf(this.task, loadouts), data);
    const verdict = validateRoster(roster);
    const violations = [...verdict.violations, ...this.missing(loadouts)];
    const name = data.nameOf(typeId);
    const badness = violations.reduce((sum, { kind, by }) => sum + (kind === 'too-few' ? by : 1), 0);
    const candidate = { loadouts, verdict, violations, badness, cost: verdict.costs[name] ?? 0 };
    if (violations.length === 0 && candidate.cost <= limit) {
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

  /** What is asked for, each in its smallest form. */
  private asked(): Loadout[] {
    return [...this.task.required].flatMap(([ownId, wanted]) => {
      const ways = this.task.loadouts.filter(({ unit }) => unit.ownId === ownId);
      const [first, ...others] = ways;
      if (!first) return [];
      const smallest = others.reduce((least, way) => (way.leastCost < least.leastCost ? way : least), first);
      return Array.from({ length: Math.min(wanted, MAX_UNITS) }, () => smallest);
    });
  }

  private missing(loadouts: readonly Loadout[]): Violation[] {
    return [...this.task.required].flatMap(([ownId, wanted]) => {
      const count = loadouts.filter(({ unit }) => unit.ownId === ownId).length;
      if (count >= wanted) return [];
      const name = this.task.loadouts.find(({ unit }) => unit.ownId === ownId)?.unit.entry.name ?? ownId;
      return [
        {
          kind: 'too-few',
          ruleId: ownId,
          message: `${name}: ${count} in the list; ${wanted} asked for.`,
          by: wanted - count,
        },
      ];
    });
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
    return this.steps >= this.task.maxSteps || this.isBestPossible();
  }
}

/** Nearer to legal, or dearer where both are legal. */
function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.badness !== other.badness) return one.badness < other.badness;
  return one.badness === 0 && one.cost > other.cost;
}

/** The list that loadouts make. */
export function listOf(
  { force, typeId, limit }: Pick<SearchTask, 'force' | 'typeId' | 'limit'>,
  loadouts: readonly Loadout[],
): ArmyList {
  return { forces: [{ force, units: loadouts.map(({ listed }) => listed) }], limits: { [typeId]: limit } };
}
