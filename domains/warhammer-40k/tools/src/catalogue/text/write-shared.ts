import type { ParsedEntity } from '@arbiter/tool-sdk';
import type { Writing } from './write-unit.js';
import { plainLine } from './plain-words.js';
import { profileEntity, abilityText, kindOf, profileRow } from './profile-types.js';
import type { SharedProfile } from './shared-profiles.js';

/** Units that are named with a weapon; what more units have is as good as common. */
const MAX_CARRIERS = 6;

/** Writes what several units have: each weapon and ability once, however many ways lead to it. Units name them. */
export function writeShared({ builder, entities, data, shared }: Writing): void {
  let section = '';
  for (const one of shared.all()) {
    const isWeapon = kindOf(one.profile) === 'weapon';
    const heading = `${isWeapon ? 'Weapons' : 'Abilities and options'} of ${plainLine(data.primary.name)}`;
    if (heading !== section) builder.heading(heading, 2);
    section = heading;
    const block = isWeapon
      ? builder.append('table_row', weaponRow(one))
      : builder.append('list_item', abilityText(one.profile, one.of));
    if (!block) continue;
    const entity: ParsedEntity = {
      ...profileEntity(one.profile, isWeapon ? 'weapon' : 'ability'),
      ...{ start: block.start, end: block.end },
    };
    if (one.units.length === 0) entities.add(entity, null);
    for (const unit of one.units) entities.add(entity, unit);
  }
}

/** "Ranged Weapons: Longbow; Range: 24"; A: 2; carried by: Archers, Scouts" */
function weaponRow({ profile, units }: SharedProfile): string {
  const row = profileRow(profile);
  return units.length > 0 && units.length <= MAX_CARRIERS ? `${row}; carried by: ${units.join(', ')}` : row;
}
