import type { ListedSelection } from '../src/catalogue/index.js';
import type { ArmyList } from '../src/roster/index.js';
import { CINDER, THORNWOOD } from './hedge-wars.js';

/** A list of the invented game, labelled by reading its catalogues. */
export interface LabelledList {
  readonly what: string;
  readonly catalogue: string;
  readonly list: ArmyList;
  /** Ids of the rules that it breaks; none: it is legal. */
  readonly breaks: readonly string[];
  /** Points, added up by hand; absent where the list is about something else. */
  readonly points?: number;
}

const unit = (name: string, ...options: ListedSelection[]): ListedSelection => ({ name, options });
const several = (name: string, number: number): ListedSelection => ({ name, number });

const warden = unit('Briar Warden', unit('Thorn staff'));
const mother = unit('Root Mother');
const engine = unit('Bough Engine');
const boar = unit('Moss Boar');
const stag = unit('Elder Stag');
const guard = (warriors: number, ...specials: string[]): ListedSelection =>
  unit(
    'Thornguard',
    unit('Thorn Champion'),
    several('Thornguard Warrior', warriors),
    ...specials.map((one) => unit(one)),
  );
const runners = (models: number): ListedSelection => unit('Hedge Runners', several('Hedge Runner', models));
const knight = unit('Ash Knight');
const ember = unit('Ember Line');
const kiln = unit('Walking Kiln');
const singed = unit('Singed Boar');

type Force = ArmyList['forces'][number];
const band = (...units: ListedSelection[]): Force => ({ force: 'War Band', units });
const patrol = (...units: ListedSelection[]): Force => ({ force: 'Patrol', units });
const times = (count: number, one: ListedSelection): ListedSelection[] => Array.from({ length: count }, () => one);

function label(
  catalogue: string,
  what: string,
  forces: readonly Force[],
  { breaks = [], points, limit }: { breaks?: readonly string[]; points?: number; limit?: number } = {},
): LabelledList {
  const list = { forces, ...(limit !== undefined && { limits: { pts: limit } }) };
  return { what, catalogue, list, breaks, ...(points !== undefined && { points }) };
}
const thorn = label.bind(null, THORNWOOD);
const cinder = label.bind(null, CINDER);

const LEGAL: readonly LabelledList[] = [
  thorn('the smallest band', [band(warden, guard(4), guard(4))], { points: 260 }),
  thorn(
    'a warden with a spear, whose link costs more than the spear',
    [band(unit('Briar Warden', unit('Amber spear')), guard(5), runners(3))],
    { points: 320 },
  ),
  thorn('two leaders', [band(warden, mother, runners(3), runners(3))], { points: 320 }),
  thorn('as many guards as there may be', [band(warden, ...times(3, guard(4)))], { points: 350 }),
  thorn('five lines', [band(warden, ...times(3, guard(4)), runners(3), runners(3))], { points: 470 }),
  thorn('a beast of the library', [band(warden, guard(4), guard(4), boar)], { points: 330 }),
  thorn('two special weapons in a full unit', [band(warden, guard(9, 'Sap thrower', 'Yew longbow'), runners(3))], {
    points: 325,
  }),
  thorn('one special weapon in a small unit', [band(warden, guard(4, 'Sap thrower'), guard(4))], { points: 270 }),
  thorn('an engine that the Root Mother makes cheaper', [band(mother, guard(4), guard(4), engine)], { points: 430 }),
  thorn('an engine at its full cost', [band(warden, guard(4), guard(4), engine)], { points: 410 }),
  thorn(
    'a second engine, which a warden allows, for exactly the limit',
    [band(warden, runners(3), runners(3), engine, engine)],
    { points: 500 },
  ),
  thorn('a stag that the Root Mother brings', [band(mother, guard(9), guard(4), stag)], { points: 490 }),
  thorn('the smallest patrol', [patrol(warden, guard(4))], { points: 170 }),
  thorn('a patrol with a beast', [patrol(mother, runners(6), boar)], { points: 310 }),
  thorn('a patrol with three lines', [patrol(warden, guard(4), guard(4), runners(3))], { points: 320 }),
  thorn('two patrols', [patrol(warden, guard(4)), patrol(warden, runners(3))], { points: 310 }),
  thorn('a band and a patrol', [band(warden, guard(4), guard(4)), patrol(warden, runners(3))], { points: 400 }),
  thorn(
    'a champion with a spear',
    [
      band(
        warden,
        unit('Thornguard', unit('Thorn Champion', unit('Amber spear')), several('Thornguard Warrior', 4)),
        guard(4),
      ),
    ],
    { points: 265 },
  ),
  thorn('what is within the limit only because of a lower cost', [band(mother, guard(4), guard(4), engine, boar)], {
    points: 500,
  }),
  thorn('a higher limit', [band(warden, mother, guard(9), guard(9))], { points: 540, limit: 540 }),
  cinder('the other faction', [band(knight, ember, ember)], { points: 250 }),
  cinder('an engine that costs more for every two lines', [band(knight, ember, ember, kiln)], { points: 390 }),
  cinder('a beast under the name and at the cost of its link', [band(knight, ember, ember, singed)], { points: 335 }),
  cinder('a patrol', [patrol(knight, ember)], { points: 175 }),
  cinder('four lines and an engine at a limit that holds them', [band(knight, ...times(4, ember), kiln)], {
    points: 550,
    limit: 550,
  }),
];

const ILLEGAL: readonly LabelledList[] = [
  thorn('no leader', [band(guard(4), guard(4))], { breaks: ['k-band-leader-min'] }),
  thorn('three leaders', [band(warden, warden, mother, guard(4), guard(4))], { breaks: ['k-band-leader-max'] }),
  thorn('one line', [band(warden, guard(4))], { breaks: ['k-band-line-min'] }),
  thorn('neither leader nor lines enough', [band(guard(4))], { breaks: ['k-band-leader-min', 'k-band-line-min'] }),
  cinder('seven lines', [band(knight, ...times(7, ember))], { breaks: ['k-band-line-max'], limit: 1_000 }),
  thorn('four guards', [band(warden, ...times(4, guard(4)))], { breaks: ['k-guard-max'] }),
  thorn('three runners, which their link limits', [band(warden, ...times(3, runners(3)))], {
    breaks: ['k-runners-max'],
  }),
  thorn('a unique leader twice', [band(mother, mother, guard(4), guard(4))], { breaks: ['k-mother-max'] }),
  thorn('a unique leader in each of two forces', [patrol(mother, guard(4)), patrol(mother, guard(4))], {
    breaks: ['k-mother-max'],
  }),
  thorn('too many points', [band(warden, mother, guard(9), guard(9))], { breaks: ['pts'], points: 540 }),
  cinder('too many points only because lines make the engine dearer', [band(knight, ...times(4, ember), kiln)], {
    breaks: ['pts'],
    points: 550,
    limit: 540,
  }),
  thorn('too few models', [band(warden, guard(3), guard(4))], { breaks: ['k-guard-models-min'] }),
  thorn('too many models', [band(warden, guard(10), guard(4))], { breaks: ['k-guard-models-max'] }),
  thorn('no champion', [band(warden, unit('Thornguard', several('Thornguard Warrior', 4)), guard(4))], {
    breaks: ['k-champion-min'],
  }),
  thorn(
    'two champions',
    [band(warden, unit('Thornguard', several('Thorn Champion', 2), several('Thornguard Warrior', 4)), guard(4))],
    { breaks: ['k-champion-max'] },
  ),
  thorn(
    'two special weapons in a unit that is not full',
    [band(warden, guard(8, 'Sap thrower', 'Yew longbow'), guard(4))],
    { breaks: ['k-special-max'] },
  ),
  thorn(
    'three special weapons in a full unit',
    [band(warden, guard(9, 'Sap thrower', 'Yew longbow', 'Yew longbow'), guard(4))],
    { breaks: ['k-special-max'] },
  ),
  thorn('a warden without arms', [band(unit('Briar Warden'), guard(4), guard(4))], { breaks: ['k-arms-min'] }),
  thorn(
    'a warden with two arms',
    [band(unit('Briar Warden', unit('Thorn staff'), unit('Amber spear')), guard(4), guard(4))],
    { breaks: ['k-arms-max'] },
  ),
  thorn('two engines without a warden', [band(mother, guard(4), guard(4), engine, engine)], {
    breaks: ['k-band-engine-max'],
    limit: 600,
  }),
  thorn('three engines with a warden', [band(warden, guard(4), guard(4), ...times(3, engine))], {
    breaks: ['k-band-engine-max'],
    limit: 1_000,
  }),
  thorn('three boars', [band(warden, mother, ...times(3, guard(9)), ...times(3, boar))], {
    breaks: ['k-band-beast-max', 'k-boar-max'],
    limit: 1_000,
  }),
  thorn('beasts for more than their share of the points', [band(warden, runners(3), runners(3), boar, boar)], {
    breaks: ['k-beast-share'],
  }),
  thorn('a stag without the Root Mother', [band(warden, guard(9), guard(4), stag)], { breaks: ['u-stag'] }),
  thorn('two stags', [band(mother, ...times(3, guard(9)), stag, stag)], { breaks: ['k-stag-max'], limit: 1_000 }),
  thorn('an engine in a patrol', [patrol(warden, guard(4), engine)], { breaks: ['u-engine'] }),
  thorn('two leaders in a patrol', [patrol(warden, warden, guard(4))], { breaks: ['k-patrol-leader-max'] }),
  thorn('four lines in a patrol', [patrol(warden, ...times(3, guard(4)), runners(3))], {
    breaks: ['k-patrol-line-max'],
  }),
  thorn('two beasts in a patrol', [patrol(mother, guard(9), guard(4), boar, boar)], {
    breaks: ['k-patrol-beast-max'],
    limit: 600,
  }),
  thorn('two bands', [band(warden, runners(3), runners(3)), band(mother, guard(4), guard(4))], {
    breaks: ['k-band-max'],
  }),
  thorn('too few runners', [band(warden, runners(2), guard(4))], { breaks: ['k-runner-min'] }),
  thorn('too many runners', [band(warden, runners(7), guard(4))], { breaks: ['k-runner-max'] }),
  thorn(
    'a champion with two spears',
    [
      band(
        warden,
        unit('Thornguard', unit('Thorn Champion', several('Amber spear', 2)), several('Thornguard Warrior', 4)),
        guard(4),
      ),
    ],
    { breaks: ['k-champion-spear-max'] },
  ),
  cinder('a patrol without a leader', [patrol(ember)], { breaks: ['k-patrol-leader-min'] }),
];

export const LABELLED_LISTS: readonly LabelledList[] = [...LEGAL, ...ILLEGAL];
