import { ParsedDocumentBuilder, type ParsedDocument } from '@arbiter/tool-sdk';
import { nextTurn } from '../next-turn.js';
import type { ForceEntry, Rule, SelectionEntry } from '../model/catalogue.js';
import { findUnits, isUnit, type DataSet } from '../resolve/data-set.js';
import { describeCosts } from './describe-costs.js';
import { describeConstraint } from './describe-queries.js';
import { EntityList } from './entity-list.js';
import { plainLine, plainText, withoutApostrophes } from './plain-words.js';
import { SharedProfiles } from './shared-profiles.js';
import { writeShared } from './write-shared.js';
import { writeOption } from './write-option.js';
import { writeUnit, type Writing } from './write-unit.js';

/** Units that are written before a caller that has gone is noticed. */
const UNITS_PER_TURN = 20;

/**
 * The text of one file of a data set: what it defines itself, unit by unit, with what its units take from other files.
 * Units of a linked catalogue are named with their costs, and written out where they are defined.
 *
 * @param roster what tools calculate with, kept with the entity of the catalogue
 */
export async function writeCatalogue(data: DataSet, roster: string, signal: AbortSignal): Promise<ParsedDocument> {
  const builder = new ParsedDocumentBuilder();
  const units = findUnits(data.primary);
  const writing: Writing = { builder, entities: new EntityList(), data, shared: new SharedProfiles(data, units) };
  writeHead(writing, roster);
  writeForces(data.primary.forceEntries, writing);
  writeCategories(writing);
  writeArmyList(writing);
  for (const option of rootOptions(data)) writeOption(option, writing);
  for (const [index, unit] of units.entries()) {
    writeUnit(unit, writing);
    if (index % UNITS_PER_TURN !== 0) continue;
    await nextTurn(signal);
  }
  writeShared(writing);
  writeRules(writing);
  const { id, kind, revision } = data.primary;
  const metadata = {
    format: 'battlescribe',
    catalogueId: id,
    kind,
    ...(revision !== '' && { revision }),
    ...(data.gameSystem && { gameSystem: plainLine(data.gameSystem.name) }),
  };
  return { ...builder.build({ title: data.primary.name, metadata }), entities: writing.entities.build() };
}

/** What is chosen for an army as a whole, such as its detachment: at the root of the catalogue, itself or by a link. */
function rootOptions(data: DataSet): SelectionEntry[] {
  const targets = [...data.primary.selectionEntries, ...data.primary.entryLinks].map((entry) => data.targetOf(entry));
  const options = targets.flatMap((entry) => (entry?.kind === 'entry' && !isUnit(entry, data) ? [entry] : []));
  return [...new Set(options)];
}

function writeHead({ builder, entities, data }: Writing, roster: string): void {
  const { name, kind, library, revision, id, catalogueLinks } = data.primary;
  const heading = builder.heading(name, 1);
  if (!heading) return;
  const system = data.gameSystem;
  const what = kind === 'gameSystem' ? 'a game system' : library ? 'a library' : 'an army catalogue';
  const of = kind === 'catalogue' && system ? ` of ${plainLine(system.name)}` : '';
  const links = catalogueLinks.map((link) => plainLine(link.name || data.nameOf(link.targetId)));
  const uses = links.length === 0 ? '' : ` It also draws on ${links.join(', ')}.`;
  const { end } =
    builder.append('paragraph', `${plainLine(name)} is ${what}${of}${revisionOf(revision)}.${uses}`) ?? heading;
  const short =
    plainLine(name)
      .split(/ [-–] /)
      .at(-1) ?? '';
  entities.add(
    {
      type: kind === 'gameSystem' ? 'game-system' : library ? 'library' : 'faction',
      name,
      aliases: [short, withoutApostrophes(short)],
      attributes: {
        id,
        // What has to be fetched with it to calculate.
        draws: [data.primary.gameSystemId, ...catalogueLinks.map(({ targetId }) => targetId)].filter(
          (one) => one !== '',
        ),
        ...(revision !== '' && { revision }),
        ...(of !== '' && system && { gameSystem: plainLine(system.name) }),
      },
      start: heading.start,
      end,
      data: roster,
    },
    null,
  );
}

function revisionOf(revision: string): string {
  return revision === '' ? '' : `, revision ${plainLine(revision)}`;
}

/** Which forces an army can consist of, and what each must and may hold. */
function writeForces(forces: readonly ForceEntry[], writing: Writing): void {
  const { builder, data } = writing;
  for (const force of forces.filter(({ hidden }) => !hidden)) {
    builder.heading(force.name, 2);
    const own = force.constraints.map((one) => describeConstraint(one, data)).filter((said) => said !== '');
    builder.append(
      'paragraph',
      `${plainLine(force.name)} is a force of ${plainLine(data.primary.name)}${own.length > 0 ? `: ${own.join('; ')}` : ''}.`,
    );
    for (const link of force.categoryLinks) {
      const limits = link.constraints.map((one) => describeConstraint(one, data)).filter((said) => said !== '');
      if (limits.length > 0)
        builder.append('list_item', `${plainLine(link.name || data.nameOf(link.targetId))}: ${limits.join('; ')}`);
    }
    writeForces(force.forceEntries, writing);
  }
}

/** Limits that hold for a category wherever it occurs. */
function writeCategories({ builder, data }: Writing): void {
  const limited = data.primary.categoryEntries.flatMap(({ name, constraints }) => {
    const limits = constraints.map((one) => describeConstraint(one, data)).filter((said) => said !== '');
    return limits.length === 0 ? [] : [`${plainLine(name)}: ${limits.join('; ')}`];
  });
  if (limited.length === 0) return;
  builder.heading('Limits of categories', 2);
  for (const line of limited) builder.append('list_item', line);
}

/** Units of another catalogue that are named in one line. */
const NAMES_PER_LINE = 20;

/** What an army of the catalogue can hold: its own units with their costs, those of others by name, which tell the rest. */
function writeArmyList({ builder, data }: Writing): void {
  if (data.primary.kind !== 'catalogue' || data.primary.library) return;
  const roots = data.rootsByCatalogue().map(({ catalogue, entries }) => ({
    catalogue,
    units: entries.flatMap((entry) => {
      const resolved = isUnit(entry, data) ? data.resolve(entry) : null;
      return resolved && !resolved.hidden ? [{ unit: resolved, isOwn: catalogue === data.primary }] : [];
    }),
  }));
  if (roots.every(({ units }) => units.length === 0)) return;
  builder.heading(`Units of ${plainLine(data.primary.name)}`, 2);
  for (const { catalogue, units } of roots) {
    for (const { unit } of units.filter(({ isOwn }) => isOwn)) {
      const costs = describeCosts(unit);
      builder.append('list_item', costs === '' ? plainLine(unit.name) : `${plainLine(unit.name)}: ${costs}`);
    }
    const others = units.filter(({ isOwn }) => !isOwn).map(({ unit }) => plainLine(unit.name));
    for (let at = 0; at < others.length; at += NAMES_PER_LINE)
      builder.append(
        'list_item',
        `Of ${plainLine(catalogue.name)}: ${others.slice(at, at + NAMES_PER_LINE).join(', ')}`,
      );
  }
}

/** Rules that many entries refer to, written out once. */
function writeRules({ builder, entities, data }: Writing): void {
  const rules: readonly Rule[] = [...data.primary.sharedRules, ...data.primary.rules].filter(
    ({ description }) => description !== '',
  );
  if (rules.length === 0) return;
  builder.heading('Rules', 2);
  for (const { name, description } of rules) {
    const block = builder.append('list_item', `${plainLine(name)}: ${plainText(description)}`);
    if (!block) continue;
    const attributes = { description: plainText(description) };
    entities.add({ type: 'rule', name, aliases: [], attributes, start: block.start, end: block.end }, null);
  }
}
