import { constraintsWithin, type DataSet, type Loadout } from '../../catalogue/index.js';
import { readList, type ArmyList } from '../army/read-list.js';
import { validateRoster, type Verdict, type Violation } from '../army/validate-roster.js';

/** What all lists of a search have in common. */
export interface ListFrame {
  readonly data: DataSet;
  /** Id of the force. */
  readonly force: string;
  /** The type of cost that is limited, by id, and its limit. */
  readonly typeId: string;
  readonly limit: number;
}

/** Units that a list must hold. */
export interface Required {
  readonly number: number;
  /** Of each; absent: as many as there may be. */
  readonly models?: number;
}

/** What a search chooses from, and what its lists must hold. */
export interface ListDemands extends ListFrame {
  readonly loadouts: readonly Loadout[];
  /** Mandatory units of the list, by their `ownId`. */
  readonly required: ReadonlyMap<string, readonly Required[]>;
}

export interface Candidate {
  readonly loadouts: readonly Loadout[];
  readonly verdict: Verdict;
  /** Those of the verdict, and what is required and missing. */
  readonly violations: readonly Violation[];
  /** How far it is from being legal: what is missing, and each other breach as one. */
  readonly badness: number;
  readonly cost: number;
}

/** Has the validator judge the list that loadouts make, and looks for what is required and missing. */
export function judgeList(loadouts: readonly Loadout[], demands: ListDemands): Candidate {
  const { data, typeId } = demands;
  const verdict = validateRoster(readList(listOf(demands, loadouts), data).roster);
  const violations = [...verdict.violations, ...missingIn(loadouts, demands)];
  const badness = violations.reduce((sum, { kind, by }) => sum + (kind === 'too-few' ? by : 1), 0);
  return { loadouts, verdict, violations, badness, cost: verdict.costs[data.nameOf(typeId)] ?? 0 };
}

function missingIn(loadouts: readonly Loadout[], demands: ListDemands): Violation[] {
  return [...demands.required].flatMap(([ownId, wanted]) =>
    wanted.flatMap((one): Violation[] => {
      const count = loadouts.filter((way) => isAsked(way, ownId, one)).length;
      if (count >= one.number) return [];
      const name = demands.loadouts.find(({ unit }) => unit.ownId === ownId)?.unit.entry.name ?? ownId;
      const of = one.models === undefined ? name : `${name} of ${one.models}`;
      const message = `${of}: ${count} in the list; ${one.number} asked for.`;
      return [{ kind: 'too-few', ruleId: ownId, message, by: one.number - count }];
    }),
  );
}

export function isAsked({ unit, models }: Loadout, ownId: string, wanted: Required): boolean {
  return unit.ownId === ownId && (wanted.models === undefined || models === wanted.models);
}

export function isUnavailable({ violations }: Candidate): boolean {
  return violations.some(({ kind }) => kind === 'not-available');
}

/** Nearer to legal, or dearer where both are legal. */
export function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.badness !== other.badness) return one.badness < other.badness;
  return one.badness === 0 && one.cost > other.cost;
}

/** Whether a unit is in order by itself and has a place in the force. */
export function fits(loadout: Loadout, frame: ListFrame): boolean {
  return ownViolations(loadout, frame).length === 0;
}

/** Rules of its own that a unit breaks in a list where it stands alone, and whether it has no place there. */
export function ownViolations(loadout: Loadout, frame: ListFrame): Violation[] {
  const own = constraintsWithin(loadout.unit.entry, frame.data);
  const { violations } = validateRoster(readList(listOf(frame, [loadout]), frame.data).roster);
  return violations.filter(({ kind, ruleId }) => kind === 'no-place' || own.has(ruleId));
}

/** The list that loadouts make. */
export function listOf({ force, typeId, limit }: ListFrame, loadouts: readonly Loadout[]): ArmyList {
  return { forces: [{ force, units: loadouts.map(({ listed }) => listed) }], limits: { [typeId]: limit } };
}
