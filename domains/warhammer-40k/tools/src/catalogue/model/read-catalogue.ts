import type {
  AnyEntry,
  Catalogue,
  CategoryEntry,
  CategoryLink,
  EntryBase,
  EntryLink,
  ForceEntry,
  InfoGroup,
  Information,
  Profile,
  Rule,
  SelectionEntry,
  SelectionEntryGroup,
} from './catalogue.js';
import { flagOf, isRecord, mapList, numberOf, TEXT_KEY, textOf, type CatalogueRecord } from './catalogue-record.js';
import { readConstraints, readModifiers } from './read-queries.js';

/**
 * The typed form of a file of a data set. What it does not know it leaves out; what is missing has the schema's default.
 *
 * @param document the JSON form: `{ "catalogue": … }` or `{ "gameSystem": … }`
 * @returns null when it is neither
 */
export function readCatalogue(document: unknown): Catalogue | null {
  if (!isRecord(document)) return null;
  const kind = isRecord(document.gameSystem) ? 'gameSystem' : 'catalogue';
  const root = document[kind];
  if (!isRecord(root) || textOf(root, 'id') === '') return null;
  return {
    ...named(root),
    ...readInformation(root),
    kind,
    revision: textOf(root, 'revision'),
    gameSystemId: textOf(root, 'gameSystemId'),
    library: flagOf(root, 'library'),
    catalogueLinks: mapList(root, 'catalogueLinks', (one) => ({
      ...named(one),
      targetId: textOf(one, 'targetId'),
      importRootEntries: flagOf(one, 'importRootEntries'),
    })),
    publications: mapList(root, 'publications', (one) => ({ ...named(one), shortName: textOf(one, 'shortName') })),
    costTypes: mapList(root, 'costTypes', (one) => ({
      ...named(one),
      defaultCostLimit: numberOf(one, 'defaultCostLimit', -1),
      hidden: flagOf(one, 'hidden'),
    })),
    profileTypes: mapList(root, 'profileTypes', (one) => ({
      ...named(one),
      characteristicTypes: mapList(one, 'characteristicTypes', named),
    })),
    categoryEntries: mapList(root, 'categoryEntries', readCategory),
    forceEntries: mapList(root, 'forceEntries', readForce),
    selectionEntries: mapList(root, 'selectionEntries', readEntry),
    entryLinks: mapList(root, 'entryLinks', readLink),
    sharedSelectionEntries: mapList(root, 'sharedSelectionEntries', readEntry),
    sharedSelectionEntryGroups: mapList(root, 'sharedSelectionEntryGroups', readGroup),
    sharedProfiles: mapList(root, 'sharedProfiles', readProfile),
    sharedRules: mapList(root, 'sharedRules', readRule),
    sharedInfoGroups: mapList(root, 'sharedInfoGroups', readInfoGroup),
  };
}

function named(record: CatalogueRecord): { id: string; name: string } {
  return { id: textOf(record, 'id'), name: textOf(record, 'name').trim() };
}

function modifiable(record: CatalogueRecord): Pick<Rule, 'hidden' | 'modifiers'> {
  return { hidden: flagOf(record, 'hidden'), modifiers: readModifiers(record) };
}

function printed(record: CatalogueRecord): Pick<Rule, 'publicationId' | 'page'> {
  return { publicationId: textOf(record, 'publicationId'), page: textOf(record, 'page') };
}

function readProfile(record: CatalogueRecord): Profile {
  return {
    ...named(record),
    ...modifiable(record),
    ...printed(record),
    typeId: textOf(record, 'typeId'),
    typeName: textOf(record, 'typeName'),
    characteristics: mapList(record, 'characteristics', (one) => ({
      typeId: textOf(one, 'typeId'),
      name: textOf(one, 'name'),
      value: (textOf(one, TEXT_KEY) || textOf(one, 'value')).trim(),
    })),
  };
}

function readRule(record: CatalogueRecord): Rule {
  return {
    ...named(record),
    ...modifiable(record),
    ...printed(record),
    description: textOf(record, 'description').trim(),
  };
}

function readInformation(record: CatalogueRecord): Information {
  return {
    profiles: mapList(record, 'profiles', readProfile),
    rules: mapList(record, 'rules', readRule),
    infoGroups: mapList(record, 'infoGroups', readInfoGroup),
    infoLinks: mapList(record, 'infoLinks', (one) => ({
      ...named(one),
      ...modifiable(one),
      type: textOf(one, 'type'),
      targetId: textOf(one, 'targetId'),
    })),
  };
}

function readInfoGroup(record: CatalogueRecord): InfoGroup {
  return { ...named(record), ...modifiable(record), ...readInformation(record) };
}

function readCategoryLink(record: CatalogueRecord): CategoryLink {
  return {
    ...named(record),
    ...modifiable(record),
    targetId: textOf(record, 'targetId'),
    primary: flagOf(record, 'primary'),
    constraints: readConstraints(record),
  };
}

function readCategory(record: CatalogueRecord): CategoryEntry {
  return {
    ...named(record),
    ...modifiable(record),
    ...readInformation(record),
    constraints: readConstraints(record),
  };
}

function readForce(record: CatalogueRecord): ForceEntry {
  return {
    ...readCategory(record),
    categoryLinks: mapList(record, 'categoryLinks', readCategoryLink),
    forceEntries: mapList(record, 'forceEntries', readForce),
  };
}

function readBase(record: CatalogueRecord): EntryBase {
  return {
    ...named(record),
    ...modifiable(record),
    ...printed(record),
    ...readInformation(record),
    costs: mapList(record, 'costs', (one) => ({
      typeId: textOf(one, 'typeId'),
      name: textOf(one, 'name').trim(),
      value: numberOf(one, 'value', 0),
    })),
    constraints: readConstraints(record),
    categoryLinks: mapList(record, 'categoryLinks', readCategoryLink),
    selectionEntries: mapList(record, 'selectionEntries', readEntry),
    selectionEntryGroups: mapList(record, 'selectionEntryGroups', readGroup),
    entryLinks: mapList(record, 'entryLinks', readLink),
    collective: flagOf(record, 'collective'),
    exported: flagOf(record, 'import', true),
  };
}

function readEntry(record: CatalogueRecord): SelectionEntry {
  return { ...readBase(record), kind: 'entry', type: textOf(record, 'type') || 'upgrade' };
}

function readGroup(record: CatalogueRecord): SelectionEntryGroup {
  return { ...readBase(record), kind: 'group', defaultSelectionEntryId: textOf(record, 'defaultSelectionEntryId') };
}

function readLink(record: CatalogueRecord): EntryLink {
  return { ...readBase(record), kind: 'link', targetId: textOf(record, 'targetId') };
}

/** The entries, groups and links right below a node, in the order of the schema. */
export function childrenOf(
  node: Pick<EntryBase, 'selectionEntries' | 'selectionEntryGroups' | 'entryLinks'>,
): AnyEntry[] {
  return [...node.selectionEntries, ...node.selectionEntryGroups, ...node.entryLinks];
}
