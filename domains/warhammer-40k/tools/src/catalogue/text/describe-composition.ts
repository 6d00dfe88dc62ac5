import type { AnyEntry } from '../model/catalogue.js';
import { childrenOf } from '../model/read-catalogue.js';
import type { DataSet, ResolvedEntry } from '../resolve/data-set.js';
import { describeCosts } from './describe-costs.js';
import { plainLine, plainNumber } from './plain-words.js';

/** Lines of one unit; units with more options than that are told in part. */
const MAX_LINES = 60;
/** Levels of choices within choices that are told. */
const MAX_LEVELS = 4;
/** Choices of a group that are told by name. */
const MAX_CHOICES = 60;
/** The same of a group that units share: a longer one is told where it is shared, such as the relics of a campaign. */
const MAX_SHARED_CHOICES = 12;

/** What a unit consists of and what can be chosen in it, a line for each part or choice. */
export function describeComposition(entry: ResolvedEntry, data: DataSet): string[] {
  const telling: Telling = { lines: new Map(), named: new Set(), path: [], holders: new Set([entry.id]) };
  tell(entry, data, telling);
  const lines = [...telling.lines].map(([line, { before, holders }]) => {
    const where = holders.filter((holder) => holder !== '');
    return `${before}${where.length === 0 ? '' : ` (in ${where.join('; ')})`}${line.slice(before.length)}`;
  });
  const told = lines.slice(0, MAX_LINES);
  if (lines.length > MAX_LINES) told.push(`and ${lines.length - MAX_LINES} more choices`);
  if (telling.named.size > 0) told.push(`Further options: ${[...telling.named].join('; ')}`);
  return told;
}

interface Telling {
  /** By what they say; parts that say the same share a line. */
  readonly lines: Map<string, { readonly before: string; readonly holders: string[] }>;
  /** Options that are told by name alone. */
  readonly named: Set<string>;
  /** Names of what is around the choice, the unit itself left out. */
  readonly path: readonly string[];
  /** Ids of what is around it: a link may lead back. */
  readonly holders: ReadonlySet<string>;
}

function tell(holder: ResolvedEntry, data: DataSet, telling: Telling): void {
  const { lines, named, path, holders } = telling;
  if (path.length >= MAX_LEVELS || lines.size > MAX_LINES) return;
  for (const { child, isLink } of visibleChildren(holder, data)) {
    if (holders.has(child.id)) continue;
    const name = plainLine(child.name);
    const choices = child.kind === 'group' ? simpleChoices(child, data) : undefined;
    const below = { ...telling, path: [...path, name], holders: new Set([...holders, child.id]) };
    if (isLink && child.kind === 'group' && (!choices || choices.length > MAX_SHARED_CHOICES)) {
      named.add(name);
    } else if (choices) {
      const before = `${name}, ${amountOf(child) || 'any of'}`;
      append(lines, before, `: ${choices.join('; ')}`, path);
    } else if (isSimpleOption(child, data)) {
      const said = [amountOf(child), describeCosts(child)].filter((part) => part !== '' && part !== 'at most 1');
      if (path.length === 0) named.add([name, ...said].join(', '));
      else append(lines, [name, 'optional', ...said].join(', '), '', path);
    } else {
      const amount = child.kind === 'group' ? amountOf(child) : amountOf(child) || 'optional';
      append(lines, [name, amount, describeCosts(child)].filter((part) => part !== '').join(', '), '', path);
      tell(child, data, below);
    }
  }
}

function append(lines: Telling['lines'], before: string, after: string, path: readonly string[]): void {
  const line = lines.get(before + after) ?? { before, holders: [] };
  line.holders.push(path.join(', '));
  lines.set(before + after, line);
}

/** An upgrade that nothing asks for and that has no choices of its own. */
function isSimpleOption(child: ResolvedEntry, data: DataSet): boolean {
  if (child.kind !== 'entry' || child.type !== 'upgrade' || visibleChildren(child, data).length > 0) return false;
  return !child.constraints.some(({ type, scope, value }) => type === 'min' && scope === 'parent' && value > 0);
}

/** The choices of a group by name and cost, where none of them has choices of its own. */
function simpleChoices(group: ResolvedEntry, data: DataSet): string[] | undefined {
  const children = visibleChildren(group, data).map(({ child }) => child);
  if (children.length === 0 || children.length > MAX_CHOICES) return undefined;
  if (children.some((child) => child.kind === 'group' || visibleChildren(child, data).length > 0)) return undefined;
  return children.map((child) => {
    const costs = describeCosts(child);
    return costs === '' ? plainLine(child.name) : `${plainLine(child.name)} (${costs})`;
  });
}

function visibleChildren(holder: ResolvedEntry, data: DataSet): { child: ResolvedEntry; isLink: boolean }[] {
  return childrenOf(holder).flatMap((entry: AnyEntry) => {
    const child = data.resolve(entry);
    return child && !child.hidden ? [{ child, isLink: entry.kind === 'link' }] : [];
  });
}

/** "4–9", "exactly 1", "at most 2"; empty where nothing limits it within what holds it. */
export function amountOf({ constraints }: Pick<ResolvedEntry, 'constraints'>): string {
  const limits = constraints.filter(({ scope, field }) => scope === 'parent' && field === 'selections');
  const min = Math.max(0, ...limits.filter(({ type }) => type === 'min').map(({ value }) => value));
  const maxima = limits.filter(({ type, value }) => type === 'max' && value >= 0).map(({ value }) => value);
  const max = maxima.length === 0 ? undefined : Math.min(...maxima);
  if (max === undefined) return min === 0 ? '' : `at least ${plainNumber(min)}`;
  if (min === max) return `exactly ${plainNumber(max)}`;
  return min === 0 ? `at most ${plainNumber(max)}` : `${plainNumber(min)}–${plainNumber(max)}`;
}
