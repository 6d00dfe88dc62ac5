import type { SelectionEntry } from '../model/catalogue.js';
import { childrenOf } from '../model/read-catalogue.js';
import type { DataSet, ResolvedEntry } from '../resolve/data-set.js';
import { amountOf } from './describe-composition.js';
import { describeCosts } from './describe-costs.js';
import { plainLine, plainText } from './plain-words.js';
import { abilityText } from './profile-types.js';
import { introduce, keywordsOf, type Writing } from './write-unit.js';

const MAX_LEVELS = 6;

/**
 * Writes what is chosen for an army as a whole, such as its detachment: each choice with its rules. Choices are entities, too:
 * people ask for a detachment by its name.
 */
export function writeOption(option: SelectionEntry, { builder, entities, data }: Writing): void {
  const heading = builder.heading(option.name, 2);
  if (!heading) return;
  const keywords = keywordsOf(option, data);
  let { end } = builder.append('paragraph', introduce(option, 'an option', keywords, data)) ?? heading;
  for (const { choice, of } of [{ choice: option, of: undefined }, ...choicesIn(option, data, 0)]) {
    const said = rulesOf(choice, data);
    if (!of && said === '') continue;
    const details = [of ? `${plainLine(of.name)}, ${amountOf(of) || 'any of'}` : '', describeCosts(choice)];
    const where = details.filter((part) => part !== '').join(', ');
    const name = `${plainLine(choice.name)}${where === '' ? '' : ` (${where})`}`;
    const block = builder.append('list_item', said === '' ? name : `${name}: ${said}`);
    if (!block) continue;
    end = block.end;
    if (of) entities.add(entityOf(choice, { ...attributesOf(choice, data), of: plainLine(of.name) }, block), null);
  }
  entities.add(entityOf(option, { ...attributesOf(option, data), keywords }, { start: heading.start, end }), null);
}

interface Choice {
  readonly choice: ResolvedEntry;
  readonly of: ResolvedEntry;
}

function choicesIn(holder: ResolvedEntry, data: DataSet, level: number): Choice[] {
  if (level > MAX_LEVELS) return [];
  return childrenOf(holder).flatMap((child): Choice[] => {
    const choice = data.resolve(child);
    if (!choice) return [];
    return choice.kind === 'group' ? choicesIn(choice, data, level + 1) : [{ choice, of: holder }];
  });
}

/** Rules and abilities of a choice itself, also by links. */
function rulesOf({ rules, profiles, infoLinks }: ResolvedEntry, data: DataSet): string {
  const linked = infoLinks.flatMap((link) => {
    const found = data.resolveInfo(link);
    return found?.kind === 'rule' || found?.kind === 'profile' ? [plainLine(link.name || found.node.name)] : [];
  });
  return [
    ...rules.map(({ name, description }) => `${plainLine(name)}: ${plainText(description)}`),
    ...profiles.map((profile) => abilityText(profile)),
    ...(linked.length === 0 ? [] : [`Rules: ${linked.join(', ')}.`]),
  ].join(' ');
}

function attributesOf({ id, costs }: ResolvedEntry, data: DataSet) {
  const real = costs.filter(({ value }) => value !== 0).map(({ name, value }) => [plainLine(name), value] as const);
  return { id, catalogue: data.primary.name, costs: Object.fromEntries(real) };
}

function entityOf(
  { name }: ResolvedEntry,
  attributes: Record<string, unknown>,
  { start, end }: { readonly start: number; readonly end: number },
) {
  return { type: 'option', name, aliases: [], attributes, start, end };
}
