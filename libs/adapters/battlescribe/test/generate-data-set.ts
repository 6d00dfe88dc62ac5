import { utf8 } from './hedge-wars.js';

export interface DataSetSize {
  readonly catalogues: number;
  /** Of each catalogue; one takes some 13 kB. */
  readonly unitsPerCatalogue: number;
}

/** A data set of the size of the large published ones: a game system, a library, and catalogues that refer to both. */
export function generateDataSet({ catalogues, unitsPerCatalogue }: DataSetSize): Map<string, Uint8Array> {
  const files = new Map([['system.gst', utf8(systemOf())]]);
  files.set('Library.cat', utf8(catalogueOf('lib', unitsPerCatalogue, ' library="true"')));
  for (let number = 0; number < catalogues; number++) {
    files.set(`Faction ${number}.cat`, utf8(catalogueOf(`f${number}`, unitsPerCatalogue)));
  }
  return files;
}

function systemOf(): string {
  const rules = times(
    60,
    (rule) => `<rule id="rule-${rule}" name="Rule ${rule}"><description>${TEXT}</description></rule>`,
  );
  const categories = times(40, (category) => `<categoryEntry id="cat-${category}" name="Keyword ${category}"/>`);
  return `<gameSystem id="sys" name="Large Game" revision="1"><costTypes><costType id="pts" name="pts"/></costTypes>
    <categoryEntries>${categories}</categoryEntries><sharedRules>${rules}</sharedRules></gameSystem>`;
}

const TEXT = 'Each time this unit is chosen to move, it may do so twice where no other unit stands within its reach. ';

function catalogueOf(prefix: string, units: number, attributes = ''): string {
  const links =
    prefix === 'lib'
      ? ''
      : `<catalogueLinks><catalogueLink id="${prefix}-l" name="Library" targetId="lib" importRootEntries="true"/></catalogueLinks>`;
  const roots = times(
    units,
    (unit) =>
      `<entryLink id="${prefix}-r${unit}" name="Unit ${prefix} ${unit}" targetId="${prefix}-u${unit}" type="selectionEntry"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
    <catalogue id="${prefix}" name="Faction ${prefix}" gameSystemId="sys"${attributes}>${links}
    <entryLinks>${roots}</entryLinks>
    <sharedSelectionEntries>${times(units, (unit) => unitOf(prefix, unit))}${times(20, (weapon) => weaponOf(prefix, weapon))}</sharedSelectionEntries>
    </catalogue>`;
}

function unitOf(prefix: string, unit: number): string {
  const id = `${prefix}-u${unit}`;
  const keywords = times(
    8,
    (link) =>
      `<categoryLink id="${id}-c${link}" name="Keyword ${(unit + link) % 40}" targetId="cat-${(unit + link) % 40}"/>`,
  );
  const models = times(3, (model) => modelOf(prefix, id, model));
  const rules = times(
    4,
    (rule) => `<infoLink id="${id}-i${rule}" name="Rule" type="rule" targetId="rule-${(unit + rule) % 60}"/>`,
  );
  return `<selectionEntry id="${id}" name="Unit ${prefix} ${unit}" type="unit">
    <constraints><constraint id="${id}-k" type="max" value="3" field="selections" scope="roster" shared="true"/></constraints>
    <modifiers><modifier type="set" field="pts" value="190"><conditions><condition type="atLeast" value="6" field="selections"
      scope="self" childId="${id}-m0" shared="true" includeChildSelections="true"/></conditions></modifier></modifiers>
    <profiles>${profileOf(`${id}-p`, `Unit ${unit}`, 'Unit', ['M', 'T', 'SV', 'W', 'LD', 'OC'])}
      <profile id="${id}-a" name="Ability ${unit}" typeId="ta" typeName="Abilities"><characteristics>
      <characteristic name="Description" typeId="td">${TEXT}</characteristic></characteristics></profile></profiles>
    <infoLinks>${rules}</infoLinks><categoryLinks>${keywords}</categoryLinks>
    <selectionEntries>${models}</selectionEntries><costs><cost name="pts" typeId="pts" value="95"/></costs></selectionEntry>`;
}

function modelOf(prefix: string, unit: string, model: number): string {
  const id = `${unit}-m${model}`;
  const choices = times(
    10,
    (choice) =>
      `<entryLink id="${id}-w${choice}" name="Weapon" targetId="${prefix}-w${(model + choice) % 20}" type="selectionEntry"/>`,
  );
  const own = profileOf(`${id}-p`, `Blade of ${id}`, 'Melee Weapons', ['Range', 'A', 'WS', 'S', 'AP', 'D']);
  return `<selectionEntry id="${id}" name="Model ${model}" type="model">
    <constraints><constraint id="${id}-min" type="min" value="1" field="selections" scope="parent"/>
      <constraint id="${id}-max" type="max" value="9" field="selections" scope="parent"/></constraints>
    <profiles>${own}</profiles><selectionEntryGroups><selectionEntryGroup id="${id}-g" name="Weapons"><constraints>
      <constraint id="${id}-g-max" type="max" value="1" field="selections" scope="parent"/></constraints>
      <entryLinks>${choices}</entryLinks></selectionEntryGroup></selectionEntryGroups></selectionEntry>`;
}

function weaponOf(prefix: string, weapon: number): string {
  const id = `${prefix}-w${weapon}`;
  const columns = ['Range', 'A', 'BS', 'S', 'AP', 'D', 'Keywords'];
  return `<selectionEntry id="${id}" name="Weapon ${weapon}" type="upgrade">
    <profiles>${profileOf(`${id}-p`, `Weapon ${weapon}`, 'Ranged Weapons', columns)}</profiles></selectionEntry>`;
}

function profileOf(id: string, name: string, type: string, columns: readonly string[]): string {
  const cells = columns.map(
    (column, at) => `<characteristic name="${column}" typeId="t-${column}">${at + 2}"</characteristic>`,
  );
  return `<profile id="${id}" name="${name}" typeId="t-${type}" typeName="${type}"><characteristics>${cells.join('')}</characteristics></profile>`;
}

function times(count: number, make: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => make(number)).join('\n');
}
