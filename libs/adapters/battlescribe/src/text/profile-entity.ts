import type { Profile } from '../model/catalogue.js';
import { plainLine } from './plain-words.js';
import { characteristicsOf } from './profile-types.js';

/** What is kept of a weapon or an ability, its span not yet known. */
export function profileEntity(profile: Profile, kind: 'weapon' | 'ability') {
  return {
    type: kind,
    name: profile.name,
    aliases: [],
    attributes: { profileType: plainLine(profile.typeName), characteristics: characteristicsOf(profile) },
  };
}
