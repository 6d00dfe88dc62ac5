import type { ToolDescriptor } from '@arbiter/contracts';
import type { JsonSchema } from '@arbiter/ports';
import { z } from 'zod';
import { closed } from '../language-model/model-task.js';

/** Searches in the order in which they are tried when a plan names none: the one that misses least first. */
export const SEARCH_TOOLS = ['hybrid-search', 'vector-search', 'keyword-search'] as const;
/** Reads on from a passage: its section, its document. */
export const EXPAND_TOOL = 'expand';
/** Lists the things of the knowledge graph that answer a question; nothing of it can be cited. */
export const PREVIEW_TOOL = 'preview-entities';
/** Tells what is known of previewed things, with passages. */
export const EXPAND_ENTITIES_TOOL = 'expand-entities';
/** Finds pages by their words and pictures. */
export const SEARCH_PAGES_TOOL = 'colqwen-visual-search';
/** Has the pages that were found last read by a vision model. */
export const READ_PAGES_TOOL = 'visual-interpretation';
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

/** A tool that was offered, with what its inputs are checked by. */
export interface OfferedTool {
  /** As it was offered. */
  readonly name: string;
  readonly inputSchema: z.ZodType;
}

/** Finds an offered tool by its own or its published name. */
export function offeredTools(tools: readonly ToolDescriptor[]): { find(name: string): OfferedTool | undefined } {
  const known = new Map<string, OfferedTool>();
  return {
    find(name) {
      const own = ownName(name);
      const descriptor = tools.find((tool) => ownName(tool.name) === own);
      if (!descriptor) return undefined;
      const tool = known.get(own) ?? { name: descriptor.name, inputSchema: checkerOf(descriptor) };
      known.set(own, tool);
      return tool;
    },
  };
}

/** Schema of the inputs of any of the tools, for a language model. */
export function anyInputs(tools: readonly ToolDescriptor[]): JsonSchema {
  const schemas = new Map(
    tools.map(({ inputSchema }) => {
      const schema = closed({ properties: {}, ...inputSchema, type: 'object' });
      return [JSON.stringify(schema), schema];
    }),
  );
  const [only, ...others] = schemas.values();
  return only && others.length === 0 ? only : { anyOf: [...schemas.values()] };
}

/** For a prompt: what each tool does and takes. */
export function describeTools(tools: readonly ToolDescriptor[]): string {
  return tools
    .map(({ name, description, inputSchema }) => `- ${name}: ${description} Inputs: ${JSON.stringify(inputSchema)}`)
    .join('\n');
}

/** A schema that cannot be read lets nothing pass: what cannot be checked is not called. */
function checkerOf({ name, inputSchema }: ToolDescriptor): z.ZodType {
  try {
    return z.fromJSONSchema(inputSchema);
  } catch {
    return z.unknown().refine(() => false, `the input schema of ${name} cannot be read: choose another tool`);
  }
}
