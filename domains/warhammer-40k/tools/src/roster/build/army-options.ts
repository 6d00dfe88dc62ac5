import {
  availableBelow,
  availableInForce,
  isChoice,
  holdsWords,
  type Available,
  type DataSet,
  type Catalogue,
} from '../../catalogue/index.js';
import { ArmyState } from '../army/army-state.js';
import { forcesOf, readList } from '../army/read-list.js';

export interface ArmyChoice {
  /** Of its entry. */
  readonly id: string;
  readonly name: string;
  /** Source of the choice: the group around it, else the option that holds it. */
  readonly of: string;
}

/**
 * Choices of a whole army of the primary catalogue, such as its detachment, also from catalogues that it draws on.
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

export interface ArmyUnit {
  /** Of its entry. */
  readonly id: string;
  readonly name: string;
  /** Whether it is of the army's own faction rather than an ally. */
  readonly isOwn: boolean;
}

/**
 * The units that an army of the primary catalogue can have, also from catalogues whose roots it imports; without what the data
 * hide from it. Its own are those at its own root and those whose keywords name it ("Faction: Drukhari"); all, where it has none.
 */
export function armyUnits(data: DataSet): ArmyUnit[] {
  const force = forcesOf(data).find(({ hidden }) => !hidden)?.id ?? '';
  const root = new Set([...data.primary.selectionEntries, ...data.primary.entryLinks].map(({ id }) => id));
  const faction = lastOfName(data.primary.name);
  const units = availableInForce(data)
    .filter((one) => !isChoice(one.entry) && !isHidden(one, force, data))
    .map((one) => ({
      ...{ id: one.entry.id, name: one.entry.name },
      isOwn: root.has(one.ownId) || keywordsOf(one, data).some((keyword) => holdsWords(keyword, faction)),
    }));
  return units.some(({ isOwn }) => isOwn) ? units : units.map((unit) => ({ ...unit, isOwn: true }));
}

/** Whether people build armies from a catalogue: some that are marked as libraries are armies, which import the units of others. */
export function isFielded({ kind, library, catalogueLinks }: Catalogue): boolean {
  return kind === 'catalogue' && (!library || catalogueLinks.some(({ importRootEntries }) => importRootEntries));
}

function isHidden({ entry, ownId }: Available, force: string, data: DataSet): boolean {
  if (!entry.modifiers.some(({ field }) => field === 'hidden')) return entry.hidden;
  const { roster } = readList({ forces: [{ force, units: [{ name: ownId }] }] }, data);
  const [holder] = roster.children.flatMap(({ children }) => children);
  return !holder || new ArmyState(roster).isHidden({ node: entry, holder: holder.parent, selection: holder });
}

function keywordsOf({ entry: { categoryLinks } }: Available, data: DataSet): string[] {
  return categoryLinks.map(({ name, targetId }) => name || data.nameOf(targetId));
}

/** "Aeldari - Drukhari" → "Drukhari" */
function lastOfName(name: string): string {
  return name.split(/ [-–] /).at(-1) ?? name;
}
