import type { BuildResult, BuiltUnit } from '../roster/index.js';
import { MAX_CITED } from './unit-passages.js';

type Built = Extract<BuildResult, { kind: 'built' }>;

export interface DescribedRequest {
  readonly faction: string;
  readonly points: number;
  readonly emphasis?: string;
}

/**
 * A list as players write it: its detachment, units by role with models and points, the sum, and why it is so.
 *
 * @returns the text, and the units that its markers stand for, in their order
 */
export function describeList(built: Built, request: DescribedRequest): { text: string; cited: BuiltUnit[] } {
  const { units, choices, list, cost } = built;
  const cited = [...new Map(units.map((unit) => [unit.id, unit])).values()].slice(0, MAX_CITED);
  const type = Object.keys(list.limits ?? {})[0] ?? 'points';
  const roles = [...new Set(units.map(({ role }) => role))].map(
    (role) => [role, units.filter((unit) => unit.role === role)] as const,
  );
  const sections = roles.map(([role, some]) =>
    [`**${role === '' ? 'Other' : role}**`, ...some.map((unit) => lineOf(unit, type, cited))].join('\n'),
  );
  const forces = list.forces.map(({ force }) => force).join(', ');
  const focus = request.emphasis === undefined ? '' : ` focused on ${sayEmphasis(request.emphasis)}`;
  return {
    text: [
      `Here is a legal ${request.points} point list${focus} to build for ${request.faction} (${forces})${sayChoices(choices)}:`,
      ...sections,
      `It costs ${cost} ${type} of ${request.points}. ${reasonsFor(built, roles.length, request)}`,
    ].join('\n\n'),
    cited,
  };
}

/** ", using the Gladius Task Force detachment and Battle Size: 2. Strike Force (2000 Point limit)" */
function sayChoices(choices: Built['choices']): string {
  const made = choices
    .filter(({ chosen }) => chosen.length > 0)
    .map(({ name, chosen }) =>
      /^detachments?$/i.test(name) ? `the ${chosen.join(' and ')} detachment` : `${name}: ${chosen.join(', ')}`,
    );
  return made.length === 0 ? '' : `, using ${made.join(' and ')}`;
}

function sayEmphasis(emphasis: string): string {
  if (emphasis === 'ranged') return 'firepower';
  return emphasis === 'melee' ? 'close combat' : emphasis;
}

/** "- 10x Thornguard (170 pts) [2]" */
function lineOf({ id, name, models, cost }: BuiltUnit, type: string, cited: readonly BuiltUnit[]): string {
  const marker = cited.findIndex((one) => one.id === id) + 1;
  return `- ${models > 1 ? `${models}x ` : ''}${name} (${cost} ${type})${marker > 0 ? ` [${marker}]` : ''}`;
}

/** The builder's criteria; data of the format do not state the strength of a unit. */
function reasonsFor({ units, cost, isBest }: Built, roles: number, { points, emphasis }: DescribedRequest): string {
  const spent =
    cost === points
      ? 'no point is left over'
      : isBest
        ? 'no legal list of these units costs more'
        : `${points - cost} points are left over`;
  const order = `its ${units.length} units are of ${roles} roles, each role and each unit taken in turn before another copy`;
  return `Why this list: every rule of the army is kept, ${spent}, and ${order}. ${sayBasis(emphasis)}`;
}

function sayBasis(emphasis: string | undefined): string {
  const told = 'The data say what a unit costs and may do, not how strong it is.';
  if (emphasis === undefined) return told;
  if (emphasis !== 'ranged' && emphasis !== 'melee') return `Units that are ${emphasis} were taken first. ${told}`;
  return `Units were taken first whose ${emphasis} weapons do the most for their points: attacks × chance to hit × damage, before armour. ${told}`;
}
