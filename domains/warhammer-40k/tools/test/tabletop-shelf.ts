import { findEntities, getDocument, getDocumentText, getEntityData, type EntityDescription } from '@arbiter/contracts';
import { DataSet, findUnits, otherNumber, readCatalogue, unitOutput } from '../src/catalogue/index.js';
import type { ToolLibrary } from '@arbiter/tool-sdk';
import { tabletopRecords, type TabletopSize } from '../src/roster/testing/index.js';

const PAGE = 200_000;

/** A library that holds a generated data set: catalogues and units as entities, each unit with a line of text. */
export function tabletopShelf(size: TabletopSize): ToolLibrary {
  const entities: EntityDescription[] = [];
  const data = new Map<string, string>();
  const lines: string[] = [];
  let at = 0;
  let documentId = '';
  const add = (type: string, name: string, attributes: Record<string, unknown>, text?: string): string => {
    const line = text ?? `${name} is here. Cost: as told.`;
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
      aliases: [
        name.split(' - ').at(-1) ?? '',
        otherNumber(name),
        (name.split(' - ').at(-1) ?? '').replaceAll("'", ''),
      ],
      attributes,
      start,
      end,
    });
    return id;
  };
  const catalogues = [...tabletopRecords(size).values()].map((record) => ({ record, book: readCatalogue(record)! }));
  for (const { record, book } of catalogues) {
    documentId = book.id;
    const type = book.kind === 'gameSystem' ? 'game-system' : book.library ? 'library' : 'faction';
    const draws = [book.gameSystemId, ...book.catalogueLinks.map(({ targetId }) => targetId)];
    data.set(add(type, book.name, { id: book.id, draws }), JSON.stringify(record));
    const dataSet = new DataSet(
      book,
      catalogues.map((one) => one.book).filter((one) => one !== book),
    );
    for (const unit of findUnits(book)) {
      const { id, name, costs, profiles, infoLinks } = unit;
      const [statistics] = profiles;
      const values = (statistics?.characteristics ?? []).map((one) => [one.name, one.value] as const);
      const rules = infoLinks.filter((link) => link.type === 'rule').map((link) => link.name);
      const options = unit.selectionEntries.map((option) => option.name);
      const attributes = {
        ...{ id, catalogue: book.name, costs: { pts: costs[0]?.value ?? 0 } },
        ...{ rules, output: unitOutput(unit, dataSet) },
        keywords: unit.categoryLinks.map((link) => link.name),
        profiles: [{ name: statistics?.name ?? '', type: 'Unit', characteristics: Object.fromEntries(values) }],
      };
      const told = [`${name} is here. Cost: as told.`, `Rules: ${rules.join(', ')}.`, `Options: ${options.join(', ')}`];
      add('unit', name, attributes, told.join('\n'));
    }
    for (const { name, description } of book.sharedRules) add('rule', name, { description }, `${name}: ${description}`);
    for (const option of book.sharedSelectionEntries)
      for (const { name: of, selectionEntries } of option.type === 'upgrade' ? option.selectionEntryGroups : [])
        for (const { id, name } of selectionEntries) add('option', name, { id, catalogue: book.name, of });
  }
  const text = lines.join('\n');
  const words = (name: string): string[] => name.toLowerCase().split(/\W+/);
  const answer = (operation: string, input: Record<string, unknown>): unknown => {
    if (operation === findEntities.name) {
      const query = input as { name?: string; type?: string; limit?: number; offset?: number };
      const { name = '', type, limit = 20, offset = 0 } = query;
      const wanted = words(name).filter((word) => word !== '');
      const found = entities.filter(
        (one) =>
          one.type === type &&
          wanted.every((word) =>
            [one.name, ...one.aliases].some((called) => words(called).some((part) => part.startsWith(word))),
          ),
      );
      return { entities: found.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(offset, offset + limit) };
    }
    if (operation === getEntityData.name) {
      const { entityId, start = 0 } = input as { entityId: string; start?: number };
      const whole = data.get(entityId) ?? '';
      return { data: whole.slice(start, start + PAGE), contentHash: 'h', total: whole.length };
    }
    if (operation === getDocument.name) return { title: 'Data', source: 'data.cat' };
    if (operation === getDocumentText.name) return { text };
    throw new Error(`nobody asks for ${operation}`);
  };
  return {
    request: (operation, input) => Promise.resolve(answer(operation, input)),
    record: (_name, compute) => compute(),
  };
}
