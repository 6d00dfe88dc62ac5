import type { ParsedDocumentBuilder } from '@arbiter/tool-sdk';
import type { SelectionEntry, Printed } from '../model/catalogue.js';
import type { DataSet } from '../resolve/data-set.js';
import { otherNumber } from '../units/closest-named.js';
import { unitOutput } from '../units/weapon-output.js';
import { describeComposition } from './describe-composition.js';
import { describeCostChanges, describeCosts, realCosts } from './describe-costs.js';
import { describeCondition, describeConstraint } from './describe-queries.js';
import type { EntityList } from './entity-list.js';
import { plainLine, plainText, withoutApostrophes } from './plain-words.js';
import { profileEntity, abilityText, characteristicsOf, contentKey, kindOf, profileRow } from './profile-types.js';
import type { SharedProfiles } from './shared-profiles.js';

export interface Writing {
  readonly builder: ParsedDocumentBuilder;
  readonly entities: EntityList;
  readonly data: DataSet;
  readonly shared: SharedProfiles;
}

/** Below the name of the catalogue. */
const UNIT_LEVEL = 2;

/** Writes a unit: its name, cost, keywords, profiles, parts, choices and rules. What several units have it names. */
export function writeUnit(entry: SelectionEntry, writing: Writing): void {
  const { builder, entities, data, shared: common } = writing;
  const heading = builder.heading(entry.name, UNIT_LEVEL);
  if (!heading) return;
  const name = plainLine(entry.name);
  const keywords = keywordsOf(entry, data);
  let end = heading.end;
  const append = (kind: 'paragraph' | 'table_row' | 'list_item', text: string) => {
    const block = builder.append(kind, text);
    end = block?.end ?? end;
    return block;
  };

  append('paragraph', introduce(entry, 'a unit', keywords, data));
  const { profiles, rules, ruleLinks, shared, given, broken } = common.of(entry);
  const statistics = [...profiles, ...shared].filter((profile) => kindOf(profile) === 'statistics');
  const own = profiles.filter((profile) => kindOf(profile) !== 'statistics' && !common.has(profile));
  const inOrder = [...statistics, ...own].sort((a, b) => ORDER[kindOf(a)] - ORDER[kindOf(b)]);
  for (const profile of new Map(inOrder.map((one) => [contentKey(one), one])).values()) {
    const kind = kindOf(profile);
    const block =
      kind === 'ability' ? append('list_item', abilityText(profile)) : append('table_row', profileRow(profile));
    if (block && kind !== 'statistics') entities.add({ ...profileEntity(profile, kind), ...spanOf(block) }, name);
  }
  const named = [...given, ...profiles.filter((profile) => common.has(profile))];
  const namesOf = (kind: 'weapon' | 'ability'): string[] =>
    unique(named.filter((profile) => kindOf(profile) === kind).map((profile) => plainLine(profile.name)));
  for (const [what, names] of [
    ['Weapons', namesOf('weapon')],
    ['Abilities', namesOf('ability')],
  ] as const)
    if (names.length > 0) append('paragraph', `${what}: ${names.join(', ')}.`);
  for (const rule of rules) {
    const block = append('list_item', `${plainLine(rule.name)}: ${plainText(rule.description)}`);
    const attributes = { description: plainText(rule.description) };
    if (block) entities.add({ type: 'rule', name: rule.name, aliases: [], attributes, ...spanOf(block) }, name);
  }
  if (ruleLinks.length > 0)
    append('paragraph', `Rules: ${unique(ruleLinks.map((link) => plainLine(link.name))).join(', ')}.`);
  for (const line of describeComposition(entry, data)) append('list_item', line);
  if (broken.length > 0) builder.warn(`${name} refers to missing entries: ${unique(broken).slice(0, 5).join(', ')}.`);

  entities.add(
    {
      type: 'unit',
      name: entry.name,
      aliases: [...namesByModifier(entry), ...otherNames(entry, data)],
      attributes: {
        id: entry.id,
        catalogue: data.primary.name,
        costs: Object.fromEntries(realCosts(entry).map((cost) => [plainLine(cost.name), cost.value])),
        keywords,
        rules: unique([...rules, ...ruleLinks].map((one) => plainLine(one.name))),
        output: unitOutput(entry, data),
        profiles: statistics.map((profile) => ({
          name: plainLine(profile.name),
          type: plainLine(profile.typeName),
          characteristics: characteristicsOf(profile),
        })),
      },
      start: heading.start,
      end,
    },
    null,
  );
}

const ORDER = { statistics: 0, weapon: 1, ability: 2 } as const;

/** @param what "a unit" */
export function introduce(entry: SelectionEntry, what: string, keywords: readonly string[], data: DataSet): string {
  const costs = describeCosts(entry);
  const changes = describeCostChanges(entry, data);
  const limits = entry.constraints
    .filter(({ scope }) => scope !== 'parent')
    .map((one) => describeConstraint(one, data))
    .filter((said) => said !== '');
  const sentences = [
    `${plainLine(entry.name)} is ${what} of ${plainLine(data.primary.name)}.`,
    costs === '' ? '' : `Cost: ${[costs, ...changes].join('; ')}.`,
    limits.length === 0 ? '' : `Limit: ${limits.join('; ')}.`,
    ...hiddenWhen(entry, data),
    keywords.length === 0 ? '' : `Keywords: ${keywords.join(', ')}.`,
    describePrinted(entry, data),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** "Not available if fewer than 1 Root Mother in the roster." */
function hiddenWhen({ modifiers, id }: SelectionEntry, data: DataSet): string[] {
  return modifiers
    .filter(({ field, type, value }) => field === 'hidden' && type === 'set' && value === 'true')
    .map(({ when }) => describeCondition(when, data, id))
    .map((condition) => (condition === '' ? 'Not available.' : `Not available ${condition}.`));
}

export function keywordsOf({ categoryLinks }: SelectionEntry, data: DataSet): string[] {
  const visible = categoryLinks.filter(({ hidden }) => !hidden);
  return unique(visible.map(({ name, targetId }) => plainLine(name || data.nameOf(targetId))));
}

/** Names that the entry takes on under some condition. */
function namesByModifier({ modifiers, name }: SelectionEntry): string[] {
  return modifiers.flatMap(({ field, type, value }) => {
    if (field !== 'name') return [];
    return type === 'set' ? [value] : type === 'append' ? [`${name} ${value}`] : [];
  });
}

/** What published data add to names, and people leave out: "[Legends]". */
const REMARK = /(?<!\s)\s*\[[^[\]]*\]\s*$/;

/** What people call a unit besides its name: as links at the root call it, without remarks and apostrophes, one of it, several. */
function otherNames(entry: SelectionEntry, data: DataSet): string[] {
  const links = data.primary.entryLinks.filter(({ targetId }) => targetId === entry.id).map(({ name }) => name);
  const names = [...new Set([entry.name, ...links].map((name) => name.replace(REMARK, '')))];
  return [...links, ...names, ...names.map(otherNumber), ...names.map(withoutApostrophes)];
}

function spanOf({ start, end }: { readonly start: number; readonly end: number }): { start: number; end: number } {
  return { start, end };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** "Source: Book of Roots, p. 12."; empty for what names no publication. */
export function describePrinted({ publicationId, page }: Printed, data: DataSet): string {
  if (publicationId === '') return '';
  const publication = plainLine(data.nameOf(publicationId));
  return `Source: ${publication}${page === '' ? '' : `, p. ${plainLine(page)}`}.`;
}
