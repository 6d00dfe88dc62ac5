import type { ParsedDocumentBuilder } from '@arbiter/adapter-kit';
import { collectInformation, type DataSet, type Profile, type SelectionEntry } from '@arbiter/roster';
import { describeComposition } from './describe-composition.js';
import { describeCostChanges, describeCosts, realCosts } from './describe-costs.js';
import { describeCondition, describeConstraint } from './describe-queries.js';
import type { EntityList } from './entity-list.js';
import { plainLine, plainText } from './plain-words.js';
import { abilityText, characteristicsOf, kindOf, profileRow } from './profile-types.js';
import { describePrinted } from './describe-printed.js';

export interface Writing {
  readonly builder: ParsedDocumentBuilder;
  readonly entities: EntityList;
  readonly data: DataSet;
}

/** Below the name of the catalogue. */
const UNIT_LEVEL = 2;

/** Writes a unit, or an option of the army: its name, cost, keywords, profiles, parts, choices and rules. */
export function writeUnit(entry: SelectionEntry, type: 'unit' | 'option', { builder, entities, data }: Writing): void {
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

  append('paragraph', introduce(entry, type, keywords, data));
  const { profiles, rules, ruleLinks, broken } = collectInformation(entry, data);
  const inOrder = [...profiles].sort((a, b) => ORDER[kindOf(a)] - ORDER[kindOf(b)]);
  for (const profile of inOrder) {
    const kind = kindOf(profile);
    const block =
      kind === 'ability' ? append('list_item', abilityText(profile)) : append('table_row', profileRow(profile));
    if (block && kind !== 'statistics') entities.add({ ...profileEntity(profile, kind), ...spanOf(block) }, name);
  }
  for (const rule of rules) {
    const block = append('list_item', `${plainLine(rule.name)}: ${plainText(rule.description)}`);
    const attributes = { description: plainText(rule.description) };
    if (block) entities.add({ type: 'rule', name: rule.name, aliases: [], attributes, ...spanOf(block) }, name);
  }
  if (ruleLinks.length > 0)
    append('paragraph', `Rules: ${unique(ruleLinks.map((link) => plainLine(link.name))).join(', ')}.`);
  for (const line of describeComposition(entry, data)) append('list_item', line);
  if (broken.length > 0) builder.warn(`${name} refers to what is not there: ${unique(broken).slice(0, 5).join(', ')}.`);

  entities.add(
    {
      type,
      name: entry.name,
      aliases: namesByModifier(entry),
      attributes: {
        id: entry.id,
        catalogue: data.primary.name,
        costs: Object.fromEntries(realCosts(entry).map((cost) => [plainLine(cost.name), cost.value])),
        keywords,
        profiles: profiles
          .filter((profile) => kindOf(profile) === 'statistics')
          .map((profile) => ({
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

function introduce(entry: SelectionEntry, type: string, keywords: readonly string[], data: DataSet): string {
  const costs = describeCosts(entry);
  const changes = describeCostChanges(entry, data);
  const limits = entry.constraints
    .filter(({ scope }) => scope !== 'parent')
    .map((one) => describeConstraint(one, data))
    .filter((said) => said !== '');
  const sentences = [
    `${plainLine(entry.name)} is ${type === 'unit' ? 'a unit' : 'an option'} of ${plainLine(data.primary.name)}.`,
    costs === '' ? '' : `Cost: ${[costs, ...changes].join('; ')}.`,
    limits.length === 0 ? '' : `Limit: ${limits.join('; ')}.`,
    ...hiddenWhen(entry, data),
    keywords.length === 0 ? '' : `Keywords: ${keywords.join(', ')}.`,
    describePrinted(entry, data),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** "Not available if fewer than 1 Root Mother in the roster." */
function hiddenWhen({ modifiers }: SelectionEntry, data: DataSet): string[] {
  return modifiers
    .filter(({ field, type, value }) => field === 'hidden' && type === 'set' && value === 'true')
    .map(({ when }) => describeCondition(when, data))
    .map((condition) => (condition === '' ? 'Not available.' : `Not available ${condition}.`));
}

function keywordsOf({ categoryLinks }: SelectionEntry, data: DataSet): string[] {
  const visible = categoryLinks.filter(({ hidden }) => !hidden);
  return unique(visible.map(({ name, targetId }) => plainLine(name || data.nameOf(targetId))));
}

function profileEntity(profile: Profile, kind: 'weapon' | 'ability') {
  return {
    type: kind,
    name: profile.name,
    aliases: [],
    attributes: { profileType: plainLine(profile.typeName), characteristics: characteristicsOf(profile) },
  };
}

/** Names that the entry takes on under some condition. */
function namesByModifier({ modifiers, name }: SelectionEntry): string[] {
  return modifiers.flatMap(({ field, type, value }) => {
    if (field !== 'name') return [];
    return type === 'set' ? [value] : type === 'append' ? [`${name} ${value}`] : [];
  });
}

function spanOf({ start, end }: { readonly start: number; readonly end: number }): { start: number; end: number } {
  return { start, end };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
