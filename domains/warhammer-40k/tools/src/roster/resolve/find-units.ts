import type { AnyEntry, Catalogue, SelectionEntry } from '../model/catalogue.js';
import type { DataSet } from './data-set.js';

/**
 * The units that a catalogue defines: entries at its root, and shared ones that stand for themselves. A shared model
 * without a category is a part of units and none itself.
 */
export function findUnits(catalogue: Catalogue): SelectionEntry[] {
  return [
    ...catalogue.selectionEntries.filter(({ type }) => type === 'unit' || type === 'model'),
    ...catalogue.sharedSelectionEntries.filter(
      ({ type, categoryLinks }) => type === 'unit' || (type === 'model' && categoryLinks.length > 0),
    ),
  ];
}

/** Whether an entry is a unit of an army rather than an option of the army as a whole. */
export function isUnit(entry: AnyEntry, data: DataSet): boolean {
  const target = data.targetOf(entry);
  return target?.kind === 'entry' && (target.type === 'unit' || target.type === 'model');
}
