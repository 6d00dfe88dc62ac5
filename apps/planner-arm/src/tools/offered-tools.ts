import type { ToolDescriptor } from '@arbiter/contracts';
import type { JsonSchema } from '@arbiter/ports';
import { z } from 'zod';
import { ownName } from './tool-names.js';
import { closed } from '../language-model/model-task.js';

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

/** What a language model may put where inputs of any of the tools stand. */
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
