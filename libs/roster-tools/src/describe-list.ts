import type { BuildResult, BuiltUnit } from '@arbiter/roster';
import { MAX_CITED } from './unit-passages.js';

type Built = Extract<BuildResult, { kind: 'built' }>;

/**
 * A list as players write it: its detachment, units by role with models and points, the sum, and why it is so.
 *
 * @returns the text, and the units that its markers stand for, in their order
 */
export function describeList(
  { units, choices, list, cost, isBest }: Built,
  faction: string,
  points: number,
): { text: string; names: string[] } {
  const names = [...new Set(units.map(({ name }) => name))].slice(0, MAX_CITED);
  const type = Object.keys(list.limits ?? {})[0] ?? 'points';
  const roles = [...new Set(units.map(({ role }) => role))].map(
    (role) => [role, units.filter((unit) => unit.role === role)] as const,
  );
  const sections = roles.map(([role, some]) =>
    [`**${role === '' ? 'Other' : role}**`, ...some.map((unit) => lineOf(unit, type, names))].join('\n'),
  );
  const chosen = choices
    .filter((choice) => choice.chosen.length > 0)
    .map((choice) => `${choice.name}: ${choice.chosen.join(', ')}`);
  const forces = list.forces.map(({ force }) => force).join(', ');
  const using = chosen.length === 0 ? '' : `, with ${chosen.join('; ')}`;
  return {
    text: [
      `Here is a legal ${points} point list to build for ${faction} (${forces})${using}:`,
      ...sections,
      `It costs ${cost} ${type} of ${points}. ${reasonsFor(units, roles.length, cost, points, isBest)}`,
    ].join('\n\n'),
    names,
  };
}

/** "- 10x Thornguard (170 pts) [2]" */
function lineOf({ name, models, cost }: BuiltUnit, type: string, names: readonly string[]): string {
  const marker = names.indexOf(name) + 1;
  return `- ${models > 1 ? `${models}x ` : ''}${name} (${cost} ${type})${marker > 0 ? ` [${marker}]` : ''}`;
}

/** What the builder went by; data of the format do not say how strong a unit is. */
function reasonsFor(units: readonly BuiltUnit[], roles: number, cost: number, points: number, isBest: boolean): string {
  const spent =
    cost === points
      ? 'no point is left over'
      : isBest
        ? 'no legal list of these units costs more'
        : `${points - cost} points are left over`;
  return `Why this list: every rule of the army is kept, ${spent}, and its ${units.length} units are of ${roles} roles, each role and each unit taken in turn before another copy. The data say what a unit costs and may do, not how strong it is.`;
}
