import type { DecideRequest, Finding, SubQuery, ToolDescriptor } from '@arbiter/contracts';
import { terms, termSet } from '@arbiter/text';
import { EXPAND_TOOL, isSearch, offeredAs, ownName, PREVIEW_TOOL } from '../tools/offered-tools.js';
import { broaderTerms, contentWords, isSameQuery } from '../tools/rephrase.js';
import { callAt, callsMade, isSameTool, repeats, searchCall, type ToolCall } from '../tools/tool-call.js';

/** Relevance from which a passage counts as about the question: that of the validator's relevance check. */
export const ENOUGH = 0.5;
/** Relevance below which a passage is not read: that of a pipeline's first search. */
export const WORTH_READING = 0.3;

/** `open`: not searched for. `weak`: found, but nothing of it is surely relevant. */
export type PursuitOutcome = 'open' | 'empty' | 'weak' | 'found';

/** A part of the question, and what the searches for it have come to. */
export interface Pursuit {
  readonly subQuery: SubQuery;
  /** As it is searched for: descriptions give way to the names that were found for them. */
  readonly query: string;
  /** Searches that were made for it, oldest first. */
  readonly calls: readonly ToolCall[];
  /** What they found, best first. */
  readonly findings: readonly Finding[];
  readonly outcome: PursuitOutcome;
}

/**
 * The parts of a question in the order of its plan, each with the searches made for it. A search belongs to the part
 * with which it shares most words; of two, to the one that has fewer besides.
 */
export function pursuitsOf(request: DecideRequest, subQueries: readonly SubQuery[]): Pursuit[] {
  const calls = callsMade(request).filter(({ tool }) => isSearch(tool));
  const findings = request.findings.filter(({ tool }) => isSearch(tool));
  const wordings = new Map(subQueries.map(({ id, query }) => [id, [query]]));
  const pursuits: Pursuit[] = [];
  // A plan lists what others depend on first, so that their names are known here.
  for (const subQuery of subQueries) {
    const { id } = subQuery;
    const query = withNames(subQuery, pursuits);
    wordings.set(id, [subQuery.query, query]);
    const belongs = ({ inputs }: ToolCall): boolean => ownerOf(inputs.query, wordings) === id;
    const made = calls.filter(belongs);
    const own = findings.filter(belongs).sort((a, b) => worthOf(b) - worthOf(a));
    pursuits.push({ subQuery, query, calls: made, findings: own, outcome: outcomeOf(made, own) });
  }
  return pursuits;
}

/** Whether something was found that an answer could rest on: no preview is. */
export function isWorthReading({ tool, objects, bestScore }: Finding): boolean {
  return objects > 0 && (bestScore ?? 1) >= WORTH_READING && ownName(tool) !== PREVIEW_TOOL;
}

function outcomeOf(calls: readonly ToolCall[], [best]: readonly Finding[]): PursuitOutcome {
  if (best && worthOf(best) >= ENOUGH) return 'found';
  if (best && best.objects > 0) return 'weak';
  return calls.length > 0 || best ? 'empty' : 'open';
}

/** Objects of a tool without scores count as a full match. */
function worthOf({ objects, bestScore }: Finding): number {
  return objects === 0 ? -1 : (bestScore ?? 1);
}

/** "Who taught the man who built the light?" → "Who taught Mara Fell?", once the search for him has named her. */
function withNames({ query, dependencies }: SubQuery, before: readonly Pursuit[]): string {
  return before
    .filter(({ subQuery: { id } }) => dependencies.includes(id))
    .reduce((followed, bridge) => {
      const names = namesOf(bridge).join(', ');
      if (names === '') return followed;
      const description = bridge.subQuery.query;
      return followed.includes(description) ? followed.replace(description, () => names) : `${followed} ${names}`;
    }, query);
}

/** Titles stand in where the tool told no names. */
function namesOf({ findings: [best], query }: Pursuit): readonly string[] {
  if (!best) return [];
  if (best.names.length > 0) return best.names;
  const known = termSet(query);
  return best.titles.slice(0, 1).filter((title) => terms(title).some(({ term }) => !known.has(term)));
}

/** @returns null for a query that has no word in common with any part */
function ownerOf(query: unknown, wordings: ReadonlyMap<string, readonly string[]>): string | null {
  if (typeof query !== 'string') return null;
  const worded = [...wordings].flatMap(([id, queries]) => queries.map((wording) => ({ id, wording })));
  // Questions of function words alone have no words to share.
  const same = worded.find(({ wording }) => isSameQuery(wording, query));
  if (same) return same.id;
  const asked = termSet(query);
  const [best] = worded
    .map(({ id, wording }) => {
      const words = termSet(wording);
      const shared = [...asked].filter((word) => words.has(word)).length;
      return { id, shared, others: words.size - shared };
    })
    .sort((a, b) => b.shared - a.shared || a.others - b.others);
  return best && best.shared > 0 ? best.id : null;
}

/** A further step for a part of the question whose searches have found nothing surely relevant, or nothing at all. */
export interface Alternative {
  readonly kind: 'other-search' | 'broader-terms' | 'expand' | 'rephrase';
  readonly call: ToolCall;
}

/**
 * Alternatives for a part that was searched for, in the order in which they are tried; none that was tried before.
 *
 * @param searches offered, the preferred one first
 * @param made every call so far
 */
export function alternativesFor(
  pursuit: Pursuit,
  { tools, searches }: { readonly tools: readonly ToolDescriptor[]; readonly searches: readonly ToolDescriptor[] },
  made: readonly ToolCall[],
): Alternative[] {
  const { query, findings } = pursuit;
  const [first] = searches;
  const again = (wording: string, kind: Alternative['kind']): Alternative[] =>
    first && wording !== '' && !isSameQuery(wording, query) ? [{ kind, call: searchCall(first, wording) }] : [];
  const candidates: Alternative[] = [];
  if (pursuit.outcome === 'empty') {
    candidates.push(
      ...searches.map((tool): Alternative => ({ kind: 'other-search', call: searchCall(tool, query) })),
      ...again(broaderTerms(query), 'broader-terms'),
    );
  }
  if (pursuit.outcome === 'weak') {
    const expand = offeredAs(tools, EXPAND_TOOL);
    const location = findings[0]?.best;
    const call = expand && location ? callAt(expand, location) : null;
    if (call) candidates.push({ kind: 'expand', call });
    candidates.push(...again(contentWords(query), 'rephrase'));
  }
  return candidates.filter(({ call }) => !made.some((earlier) => isTried(call, earlier)));
}

/** A search with another limit is the same search. */
function isTried(call: ToolCall, earlier: ToolCall): boolean {
  const { query } = earlier.inputs;
  if (!isSearch(call.tool) || typeof query !== 'string') return repeats(call, earlier);
  return isSameTool(call, earlier) && isSameQuery(query, String(call.inputs.query));
}
