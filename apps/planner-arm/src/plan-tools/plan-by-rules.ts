import {
  ArbiterError,
  type DecomposedQuery,
  type ParameterReference,
  type PlanToolsRequest,
  type QuestionType,
  type ToolDescriptor,
  type ToolPlan,
  type ToolStep,
} from '@arbiter/contracts';
import { estimateDuration } from '@arbiter/tool-sdk';
import { searchTerms } from '../decompose/assemble-plan.js';
import { decomposeQuery } from '../decompose/decompose-query.js';
import { searchCall } from '../tools/tool-call.js';
import { offeredAs, ownName, parametersOf, SEARCH_TOOLS } from '../tools/offered-tools.js';

/** Where the text stands in the result of a tool that writes. */
const WRITTEN_TEXT = '0.objects.0.text';

/**
 * Searches for the parts of a question in their order, then an answer from all of them, then its check.
 *
 * @throws ArbiterError INVALID_REQUEST where none of the tools is a search
 */
export function planByRules({ query, decomposed, tools }: PlanToolsRequest): ToolPlan {
  const plan = decomposed ?? decomposeQuery(query);
  const searches = plan.subQueries.map((subQuery) => searchStep(subQuery, plan.queryType, tools));
  const write = writeStep(plan, searches, tools);
  const check = write && checkStep(query, write, searches, tools);
  const steps = [...searches, ...(write ? [write] : []), ...(check ? [check] : [])];
  return { steps, reasoning: reasoningOf(plan, write?.tool), estimatedDuration: durationOf(steps, tools) };
}

/** The critical path over what the tools usually take, in milliseconds. */
function durationOf(steps: readonly ToolStep[], tools: readonly ToolDescriptor[]): number {
  return estimateDuration(steps, (tool) => tools.find(({ name }) => name === tool)?.typicalMs);
}

function searchStep(
  { id, query, suggestedTool, dependencies }: DecomposedQuery['subQueries'][number],
  queryType: QuestionType,
  tools: readonly ToolDescriptor[],
): ToolStep {
  const tool = [ownName(suggestedTool), ...SEARCH_TOOLS]
    .filter((name) => SEARCH_TOOLS.some((search) => search === name))
    .flatMap((name) => offeredAs(tools, name) ?? [])[0];
  if (!tool) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `None of the tools is a search: offer one of ${SEARCH_TOOLS.join(', ')}.`,
      {
        details: { field: 'tools' },
      },
    );
  }
  const { fallback, limit } = searchTerms(
    SEARCH_TOOLS.find((name) => name === ownName(tool.name)) ?? 'hybrid-search',
    queryType,
  );
  const { inputs } = searchCall(tool, query, limit);
  const other = offeredAs(tools, fallback.tool);
  return {
    id,
    tool: tool.name,
    parameters: inputs,
    dependencies,
    executionMode: 'parallel',
    ...(other && { fallback: { tool: other.name, condition: fallback.condition } }),
  };
}

/** Its passages come from the searches that it depends on. */
function writeStep(
  { originalQuery: query, queryType, subQueries }: DecomposedQuery,
  searches: readonly ToolStep[],
  tools: readonly ToolDescriptor[],
): ToolStep | null {
  const parts = subQueries.length > 1 ? subQueries.map((part) => part.query) : [];
  const known = { query, subjects: parts, subQueries: parts };
  const after = searches.map(({ id }) => id);
  const compared = queryType === 'comparative' ? stepFor('synthesize-comparison', known, after, tools) : null;
  return compared ?? stepFor('synthesize-sources', known, after, tools);
}

/** Depends on the searches, too: the text is checked against their passages. */
function checkStep(
  query: string,
  write: ToolStep,
  searches: readonly ToolStep[],
  tools: readonly ToolDescriptor[],
): ToolStep | null {
  const answer: ParameterReference = { $from: write.id, path: WRITTEN_TEXT };
  return stepFor('validate', { query, answer }, [...searches.map(({ id }) => id), write.id], tools);
}

/** @returns null where the tool is not offered, or needs more than is known */
function stepFor(
  own: string,
  known: Readonly<Record<string, unknown>>,
  dependencies: string[],
  tools: readonly ToolDescriptor[],
): ToolStep | null {
  const tool = offeredAs(tools, own);
  if (!tool) return null;
  const { properties, required } = parametersOf(tool);
  if (required.some((name) => !(name in known))) return null;
  const parameters = Object.fromEntries(Object.entries(known).filter(([name]) => name in properties));
  return { id: own, tool: tool.name, parameters, dependencies, executionMode: 'sequential' };
}

function reasoningOf({ queryType, subQueries, executionPlan }: DecomposedQuery, writer: string | undefined): string {
  const searches =
    subQueries.length === 1 ? 'one search' : `${subQueries.length} searches, ${executionPlan.strategy} to each other`;
  return `A ${queryType.replaceAll('_', ' ')} question: ${searches}${writer === undefined ? '' : `, then ${writer}`}.`;
}
