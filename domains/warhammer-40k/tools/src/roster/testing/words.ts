import { seededRandom } from '../build/seeded-order.js';

const FIRST =
  'Amber Ashen Brass Cinder Copper Dusk Ember Flint Frost Gale Gilded Granite Hollow Iron Ivory Jade Keen Lantern Marsh Night Obsidian Pale Quarry Rime Salt Slate Storm Tallow Umber Vesper Wicker Yarrow'.split(
    ' ',
  );
const SECOND =
  'Archers Breakers Callers Divers Exiles Fusiliers Guards Hunters Jackals Keepers Lancers Marshals Outriders Pikes Rangers Sappers Stalkers Talons Veterans Wardens Watchers Wrights'.split(
    ' ',
  );
const MACHINES =
  'Barge Crawler Drake Engine Fortress Gunwagon Harrow Juggernaut Kestrel Lander Mortar Ram Sled Transport Walker'.split(
    ' ',
  );
const PEOPLE =
  'Abbot Baron Captain Deacon Envoy Forgemaster Herald Justiciar Legate Magister Oracle Prefect Seer Thane Vizier'.split(
    ' ',
  );
const ARMS =
  'axe blade cannon carbine claws fist flail glaive hammer lance launcher maul mortar pike pistol repeater rifle spear staff thrower'.split(
    ' ',
  );
const THINGS =
  'Aegis Banner Coil Crown Diadem Gauntlet Helm Icon Ledger Mantle Orb Plate Relic Seal Shard Shroud Sigil Token Veil Ward'.split(
    ' ',
  );
const CLAUSES = [
  'each time a model in this unit makes an attack, re-roll a hit roll of 1',
  'once per battle, at the start of any phase, this unit can be set up again within 6" of the edge of the battlefield',
  'while this model leads a unit, models in that unit have a 5+ invulnerable save',
  'at the end of your movement phase, one friendly unit within 9" regains up to 3 lost wounds',
  'in your shooting phase, after this unit has shot, select one enemy unit hit by those attacks; until the next turn it cannot have cover',
  'enemy units within 6" must take a battle-shock test at the start of the fight phase, with 1 subtracted from the roll',
  'if this unit is within range of an objective marker that you control, it keeps that marker until the opponent takes it',
  'add 1 to the attacks of its melee weapons in a turn in which it charged',
];

/** Invented names and rules, the same for the same seed. */
export class Words {
  private readonly random: () => number;
  private readonly used = new Set<string>();

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  /** From `min` to `max`, both included. */
  number(min: number, max: number): number {
    return min + Math.floor(this.random() * (max - min + 1));
  }

  one<T>(items: readonly T[]): T {
    const [first] = items;
    const item = items[this.number(0, items.length - 1)] ?? first;
    if (item === undefined) throw new RangeError('nothing to choose from');
    return item;
  }

  some<T>(items: readonly T[], count: number): T[] {
    return [...new Set(Array.from({ length: count }, () => this.one(items)))];
  }

  squad = (): string => this.unique(SECOND);
  machine = (): string => this.unique(MACHINES);
  person = (): string => this.unique(PEOPLE);
  arm = (): string => `${this.one(FIRST)} ${this.one(ARMS)}`;
  thing = (): string => this.unique(THINGS);

  sentences(count: number): string {
    const clauses = this.some(CLAUSES, count);
    return clauses.map((clause) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`).join(' ');
  }

  private unique(nouns: readonly string[]): string {
    const base = `${this.one(FIRST)} ${this.one(nouns)}`;
    let name = base;
    while (this.used.has(name)) name = `${this.one(FIRST)} ${name}`;
    this.used.add(name);
    return name;
  }
}
