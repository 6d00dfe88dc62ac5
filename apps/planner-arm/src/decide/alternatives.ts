import type { ToolDescriptor } from '@arbiter/contracts';
import { EXPAND_TOOL, isSearch, offeredAs } from '../tools/tool-names.js';
import type { Pursuit } from './pursuit.js';
import { broaderTerms, contentWords, isSameQuery } from '../tools/rephrase.js';
import { callAt, isSameTool, repeats, searchCall, type ToolCall } from '../tools/tool-call.js';

/** What else may be done about a part of the question whose searches have found nothing, or nothing surely relevant. */
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
