import type { ToolDescriptor, ToolFailure } from '@arbiter/contracts';
import { isSearch, ownName, parametersOf } from '../tools/tool-names.js';
import type { AgentView } from './agent-view.js';
import { broaderTerms } from '../tools/rephrase.js';
import { callAt, repeats, searchCall, type ToolCall } from '../tools/tool-call.js';
import { goOn, type DecisionRule } from './decision-rule.js';

const BROADER = /\b(?:broader|fewer|more general|simpler|shorter)\b/i;

/**
 * The call that failed last said what to try instead: another tool by its name, or broader terms. A tool is followed to
 * only with inputs that are known already, the question or the place of a passage: a suggestion makes none up.
 */
export const followSuggestion: DecisionRule = {
  name: 'follow-suggestion',
  decide(view) {
    const failure = lastFailure(view);
    if (failure?.suggestion === undefined) return null;
    const { suggestion } = failure;
    const query = typeof failure.inputs?.query === 'string' ? failure.inputs.query : view.request.query;
    const others = view.request.tools.filter(
      ({ name }) => ownName(name) !== ownName(failure.tool) && isNamedIn(suggestion, name),
    );
    const failed = view.request.tools.find(({ name }) => ownName(name) === ownName(failure.tool));
    const calls = [
      ...others.flatMap((tool) => callFor(tool, query, view) ?? []),
      ...(BROADER.test(suggestion) && failed && isSearch(failed.name) ? [searchCall(failed, broaderTerms(query))] : []),
    ];
    const call = calls.find((candidate) => !view.made.some((earlier) => repeats(candidate, earlier)));
    return call ? goOn(call, `${failure.tool} failed and suggests: ${suggestion}`) : null;
  },
};

/** Null once another call has followed it. */
function lastFailure({ request: { errors, completed } }: AgentView): ToolFailure | null {
  const failure = errors.at(-1);
  const last = completed.at(-1);
  if (!failure || (last && ownName(last.tool) !== ownName(failure.tool))) return null;
  return failure;
}

/** "Try ColQwen visual search" names `colqwen_visual_search`. */
function isNamedIn(suggestion: string, tool: string): boolean {
  const asWords = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return asWords(suggestion).includes(asWords(tool)) || asWords(suggestion).includes(asWords(ownName(tool)));
}

function callFor(tool: ToolDescriptor, query: string, { request: { findings } }: AgentView): ToolCall | null {
  const { properties, required } = parametersOf(tool);
  if ('query' in properties) return required.every((name) => name === 'query') ? searchCall(tool, query) : null;
  const location = findings.findLast(({ best }) => best)?.best;
  return location ? callAt(tool, location) : null;
}
