import type { Profile } from '../model/catalogue.js';
import { availableBelow } from '../resolve/available-entries.js';
import type { DataSet, ResolvedEntry } from '../resolve/data-set.js';
import { sizedLoadout, type ListedSelection } from './loadouts.js';

/** What weapons are for: at a distance or hand to hand. */
export type Range = 'ranged' | 'melee';

const WEAPON = /weapon|attack/i;
const MELEE = /melee|close combat|fight/i;
/** Columns of attacks, of the roll that hits, and of damage, as data sets shorten them. */
const ATTACKS = /^(?:a|atk|attacks)$/i;
const SKILL = /^(?:bs|ws|skill|ballistic skill|weapon skill|hit|to hit)$/i;
const DAMAGE = /^(?:d|dmg|damage)$/i;
/** Faces of the die that skills are rolled with. */
const FACES = 6;

/**
 * What the weapons of a unit do in a turn before armour: attacks × chance to hit × damage, added up over its models. A weapon
 * with several modes counts with its best.
 *
 * @param listed what has been chosen in the unit
 */
export function weaponOutput(
  unit: ResolvedEntry,
  listed: readonly ListedSelection[],
  range: Range,
  data: DataSet,
): number {
  const below = (within: ResolvedEntry, options: readonly ListedSelection[], holders: number): number => {
    const { entries } = availableBelow(within, data);
    return options.reduce((sum, { name, number = 1, options: more = [] }) => {
      const child = entries.find(({ ownId }) => ownId === name)?.entry;
      if (!child) return sum;
      // Numbers of collective entries are those of all their holders together.
      const count = child.collective ? number : number * holders;
      return sum + count * outputOf(child, range, data) + below(child, more, count);
    }, 0);
  };
  return outputOf(unit, range, data) + below(unit, listed, 1);
}

/** Of one such weapon. */
function outputOf({ profiles, infoLinks }: ResolvedEntry, range: Range, data: DataSet): number {
  const linked = infoLinks.flatMap((link) => {
    const found = link.type === 'profile' ? data.resolveInfo(link) : null;
    return found?.kind === 'profile' ? [found.node] : [];
  });
  return Math.max(
    0,
    ...[...profiles, ...linked].map((profile) => (rangeOf(profile) === range ? outputOfMode(profile) : 0)),
  );
}

/** @returns undefined for what is no weapon */
export function rangeOf({ typeName, characteristics }: Profile): Range | undefined {
  if (!WEAPON.test(typeName)) return undefined;
  const isMelee =
    MELEE.test(typeName) || characteristics.some(({ name, value }) => /^range$/i.test(name) && MELEE.test(value));
  return isMelee ? 'melee' : 'ranged';
}

function outputOfMode({ characteristics }: Profile): number {
  const valueOf = (column: RegExp): string => characteristics.find(({ name }) => column.test(name))?.value ?? '';
  const skill = Number(/^(\d)\+/.exec(valueOf(SKILL).trim())?.[1] ?? 1);
  return averageOf(valueOf(ATTACKS)) * ((FACES + 1 - skill) / FACES) * averageOf(valueOf(DAMAGE));
}

/** "2D6+1" → 8; 1 for what is no number */
export function averageOf(value: string): number {
  const [, dice, faces, more, plain] = /^(?:(\d*)d(\d+)(?:\+(\d+))?|(\d+))$/i.exec(value.replaceAll(' ', '')) ?? [];
  if (plain !== undefined) return Number(plain);
  if (faces === undefined) return 1;
  return (Number(dice === '' ? 1 : dice) * (Number(faces) + 1)) / 2 + Number(more ?? 0);
}

/** Decimals that are kept: the reckoning is no finer. */
const TENTHS = 10;

/** The output, as of `weaponOutput`, of a unit's weapons in its smallest form with the default choices. */
export function unitOutput(entry: ResolvedEntry, data: DataSet): Readonly<Record<Range, number>> {
  const { options = [] } = sizedLoadout({ entry, ids: new Set([entry.id]), ownId: entry.id }, data, 0);
  const of = (range: Range): number => Math.round(weaponOutput(entry, options, range, data) * TENTHS) / TENTHS;
  return { ranged: of('ranged'), melee: of('melee') };
}
