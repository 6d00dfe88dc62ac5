import {
  findEntities,
  getDocument,
  getDocumentText,
  getEntityData,
  type AnyOperation,
  type EntityDescription,
} from '@arbiter/contracts';
import { findUnits, otherNumber, readCatalogue } from '@arbiter/roster';
import { tabletopRecords, type TabletopSize } from '@arbiter/roster/testing';
import type { OperationCaller } from '../src/index.js';

const PAGE = 200_000;

/** A library that holds a generated data set: catalogues and units as entities, each unit with a line of text. */
export function tabletopShelf(size: TabletopSize): OperationCaller {
  const entities: EntityDescription[] = [];
  const data = new Map<string, string>();
  const lines: string[] = [];
  let at = 0;
  let documentId = '';
  const add = (type: string, name: string, attributes: Record<string, unknown>): string => {
    const line = `${name} is here. Cost: as told.`;
    const [id, start] = [`d:${entities.length}`, at];
    lines.push(line);
    at += line.length + 1;
    const end = start + line.length;
    const place = { documentId, collection: 'warhammer-40k_units', dataLength: 0 };
    entities.push({
      id,
      ...place,
      type,
      name,
      aliases: [name.split(' - ').at(-1) ?? '', otherNumber(name)],
      attributes,
      start,
      end,
    });
    return id;
  };
  for (const record of tabletopRecords(size).values()) {
    const catalogue = readCatalogue(record)!;
    documentId = catalogue.id;
    const type = catalogue.kind === 'gameSystem' ? 'game-system' : catalogue.library ? 'library' : 'faction';
    data.set(add(type, catalogue.name, { id: catalogue.id }), JSON.stringify(record));
    for (const { id, name, costs, profiles } of findUnits(catalogue)) {
      const [statistics] = profiles;
      const values = (statistics?.characteristics ?? []).map((one) => [one.name, one.value] as const);
      add('unit', name, {
        ...{ id, catalogue: catalogue.name, costs: { pts: costs[0]?.value ?? 0 } },
        profiles: [{ name: statistics?.name ?? '', type: 'Unit', characteristics: Object.fromEntries(values) }],
      });
    }
    for (const option of catalogue.sharedSelectionEntries)
      for (const { name: of, selectionEntries } of option.type === 'upgrade' ? option.selectionEntryGroups : [])
        for (const { id, name } of selectionEntries) add('option', name, { id, catalogue: catalogue.name, of });
  }
  const text = lines.join('\n');
  const words = (name: string): string[] => name.toLowerCase().split(/\W+/);
  const answer = (operation: AnyOperation, input: Record<string, unknown>): unknown => {
    if (operation === (findEntities as AnyOperation)) {
      const query = input as { name?: string; type?: string; limit?: number; offset?: number };
      const { name = '', type, limit = 20, offset = 0 } = query;
      const wanted = words(name).filter((word) => word !== '');
      const found = entities.filter(
        (one) => one.type === type && wanted.every((word) => words(one.name).some((part) => part.startsWith(word))),
      );
      return { entities: found.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(offset, offset + limit) };
    }
    if (operation === (getEntityData as AnyOperation)) {
      const { entityId, start = 0 } = input as { entityId: string; start?: number };
      const whole = data.get(entityId) ?? '';
      return { data: whole.slice(start, start + PAGE), contentHash: 'h', total: whole.length };
    }
    if (operation === (getDocument as AnyOperation)) return { title: 'Data', source: 'data.cat' };
    if (operation === (getDocumentText as AnyOperation)) return { text };
    throw new Error(`nobody asks for ${operation.name}`);
  };
  return {
    request: (operation, input) => Promise.resolve(answer(operation, input as Record<string, unknown>) as never),
  };
}
