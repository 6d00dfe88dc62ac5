import { childrenOf, type AnyEntry, type DataSet, type ResolvedEntry } from '@arbiter/roster';
import { describeCosts } from './describe-costs.js';
import { plainLine, plainNumber } from './plain-words.js';

/** Lines of one unit; units with more options than that are told in part. */
const MAX_LINES = 120;
/** Levels of choices within choices that are told. */
const MAX_LEVELS = 4;
/** Choices of a group that are told by name. */
const MAX_CHOICES = 60;

/** What a unit consists of and what can be chosen in it, a line for each part or choice. */
export function describeComposition(entry: ResolvedEntry, data: DataSet): string[] {
  const lines: string[] = [];
  tell(entry, data, { lines, path: [], holders: new Set([entry.id]) });
  return lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more choices`];
}

interface Telling {
  readonly lines: string[];
  /** Names of what is around the choice, the unit itself left out. */
  readonly path: readonly string[];
  /** Ids of what is around it: a link may lead back. */
  readonly holders: ReadonlySet<string>;
}

function tell(holder: ResolvedEntry, data: DataSet, { lines, path, holders }: Telling): void {
  if (path.length >= MAX_LEVELS || lines.length > MAX_LINES) return;
  for (const child of visibleChildren(holder, data)) {
    if (holders.has(child.id)) continue;
    const name = plainLine(child.name);
    const below = { lines, path: [...path, name], holders: new Set([...holders, child.id]) };
    const choices = child.kind === 'group' ? simpleChoices(child, data) : undefined;
    const where = path.length === 0 ? '' : ` (in ${path.join(', ')})`;
    if (choices) {
      lines.push(`${name}, ${amountOf(child) || 'any of'}${where}: ${choices.join('; ')}`);
    } else {
      lines.push(
        [
          `${name}${where}`,
          child.kind === 'group' ? amountOf(child) : amountOf(child) || 'optional',
          describeCosts(child),
        ]
          .filter((part) => part !== '')
          .join(', '),
      );
      tell(child, data, below);
    }
  }
}

/** The choices of a group by name and cost, where none of them has choices of its own. */
function simpleChoices(group: ResolvedEntry, data: DataSet): string[] | undefined {
  const children = visibleChildren(group, data);
  if (children.length === 0 || children.length > MAX_CHOICES) return undefined;
  if (children.some((child) => child.kind === 'group' || visibleChildren(child, data).length > 0)) return undefined;
  return children.map((child) => {
    const costs = describeCosts(child);
    return costs === '' ? plainLine(child.name) : `${plainLine(child.name)} (${costs})`;
  });
}

function visibleChildren(holder: ResolvedEntry, data: DataSet): ResolvedEntry[] {
  return childrenOf(holder).flatMap((child: AnyEntry) => {
    const resolved = data.resolve(child);
    return resolved && !resolved.hidden ? [resolved] : [];
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
