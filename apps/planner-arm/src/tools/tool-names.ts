import type { ToolDescriptor } from '@arbiter/contracts';

/** Searches in the order in which they are tried when a plan names none: the one that misses least first. */
export const SEARCH_TOOLS = ['hybrid-search', 'vector-search', 'keyword-search'] as const;
/** Reads on from a passage: its section, its document. */
export const EXPAND_TOOL = 'expand';
/** Answers from what was found, or refuses; ends an agent's run. */
export const ANSWER_TOOL = 'text-response';
/** The answering tool as published, for an agent to which it was not offered because there is nothing to answer from. */
export const PUBLISHED_ANSWER_TOOL = 'text_response';

/** Published names that are no mere spelling of ours (design document 004). */
const PUBLISHED: Readonly<Record<string, string>> = { 'fast-vector-search': 'vector-search' };

/** Our name of a tool that may go by its published one: `fast_vector_search` is `vector-search`. */
export function ownName(name: string): string {
  const kebab = name.toLowerCase().replaceAll('_', '-');
  return PUBLISHED[kebab] ?? kebab;
}

export function isSearch(name: string): boolean {
  return SEARCH_TOOLS.some((search) => search === ownName(name));
}

/** The tool of that name of ours among those offered. */
export function offeredAs(tools: readonly ToolDescriptor[], own: string): ToolDescriptor | undefined {
  return tools.find(({ name }) => ownName(name) === own);
}

/** Parameters that a tool's schema declares. */
export function parametersOf({ inputSchema }: ToolDescriptor): {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
} {
  const { properties, required } = inputSchema;
  return {
    properties: typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>) : {},
    required: Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
  };
}
