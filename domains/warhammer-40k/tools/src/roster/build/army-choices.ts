import {
  availableBelow,
  availableInForce,
  isChoice,
  type Available,
  type DataSet,
} from '@arbiter/adapters-battlescribe/catalogue';
import { ArmyState } from '../army/army-state.js';
import { forcesOf, readList } from '../army/read-list.js';

export interface ArmyChoice {
  /** Of its entry. */
  readonly id: string;
  readonly name: string;
  /** What it is chosen from: the group around it, else the option that holds it. */
  readonly of: string;
}

/**
 * What an army of the primary catalogue can choose as a whole, such as its detachment, also from catalogues that it draws on.
 * Choices that the data hide from it are left out: one catalogue holds the detachments of all chapters.
 */
export function armyChoices(data: DataSet): ArmyChoice[] {
  const force = forcesOf(data).find(({ hidden }) => !hidden);
  if (!force) return [];
  return availableInForce(data)
    .filter(({ entry }) => isChoice(entry))
    .flatMap((option) => visibleChoices(option, force.id, data));
}

function visibleChoices({ entry: option, ownId }: Available, force: string, data: DataSet): ArmyChoice[] {
  const { roster } = readList({ forces: [{ force, units: [{ name: ownId }] }] }, data);
  const [holder] = roster.children.flatMap(({ children }) => children);
  const state = new ArmyState(roster);
  if (!holder || state.isHidden({ node: option, holder: holder.parent, selection: holder })) return [];
  const { entries, groups } = availableBelow(option, data);
  return entries
    .filter(({ entry }) => !state.isHidden({ node: entry, holder }))
    .map(({ entry: { id, name }, ids }) => ({
      ...{ id, name },
      of: groups.find(({ entry }) => ids.has(entry.id))?.entry.name ?? option.name,
    }));
}
