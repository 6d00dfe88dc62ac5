import type { Profile } from '../model/catalogue.js';
import { plainLine, plainText } from './plain-words.js';

/** The subject of a profile, read from the name of its type: the authors of a game system name the types. */
export type ProfileKind = 'weapon' | 'ability' | 'statistics';

const WEAPON = /weapon|attack/i;
const ABILITY = /abilit|trait|power|spell|prayer|order|rule|psychic|ritual|aura/i;

export function kindOf({ typeName, characteristics }: Pick<Profile, 'typeName' | 'characteristics'>): ProfileKind {
  if (WEAPON.test(typeName)) return 'weapon';
  // One characteristic is a text, several are values of a table.
  return ABILITY.test(typeName) || characteristics.length === 1 ? 'ability' : 'statistics';
}

/** A profile as a row that names its columns: "Ranged Weapons: Longbow; Range: 24"; A: 2". */
export function profileRow(profile: Profile): string {
  const cells = profile.characteristics
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${plainLine(name)}: ${plainLine(value)}`);
  return [`${plainLine(profile.typeName)}: ${plainLine(profile.name)}`, ...cells].join('; ');
}

/**
 * An ability as it is read aloud: "Root Deep (Abilities): Once per battle, …".
 *
 * @param of what it comes from, where that says more than the type of its profile
 */
export function abilityText(profile: Profile, of = ''): string {
  const texts = profile.characteristics.filter(({ value }) => value !== '');
  const [only] = texts;
  const said =
    only && texts.length === 1
      ? plainText(only.value)
      : texts.map(({ name, value }) => `${plainLine(name)}: ${plainText(value)}`).join('; ');
  return `${plainLine(profile.name)} (${of === '' ? plainLine(profile.typeName) : of}): ${said}`;
}

export function characteristicsOf({ characteristics }: Profile): Record<string, string> {
  return Object.fromEntries(characteristics.map(({ name, value }) => [plainLine(name), plainText(value)]));
}

/** The same for profiles that say the same, wherever they stand. */
export function contentKey(profile: Profile): string {
  const { name, typeName, characteristics } = profile;
  return JSON.stringify([plainLine(typeName), plainLine(name), ...characteristics.map(({ value }) => value)]);
}

/** What is kept of a weapon or an ability, its span not yet known. */
export function profileEntity(profile: Profile, kind: 'weapon' | 'ability') {
  return {
    type: kind,
    name: profile.name,
    aliases: [],
    attributes: { profileType: plainLine(profile.typeName), characteristics: characteristicsOf(profile) },
  };
}
