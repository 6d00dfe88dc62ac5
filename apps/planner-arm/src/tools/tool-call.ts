import { isDeepStrictEqual } from 'node:util';
import type { DecideRequest, ToolDescriptor, PassageLocation, ToolInputs } from '@arbiter/contracts';
import { ownName, parametersOf } from './offered-tools.js';

/** A tool with its inputs. */
export interface ToolCall {
  /** As it was offered. */
  readonly tool: string;
  readonly inputs: ToolInputs;
}

/** Passages asked for where the answer is a list or a procedure: its items stand in many places. */
export const WIDE_LIMIT = 30;

/** A search; the limit is left to the tool when absent, and kept within what its schema allows. */
export function searchCall(tool: ToolDescriptor, query: string, limit?: number): ToolCall {
  const most = maximumOf(parametersOf(tool).properties.limit);
  const asked = limit === undefined || most === null ? {} : { limit: Math.min(limit, most) };
  return { tool: tool.name, inputs: { query, ...asked } };
}

/** A call of a tool whose parameters are named after a passage's location; null where it needs others. */
export function callAt(tool: ToolDescriptor, location: PassageLocation): ToolCall | null {
  const { properties, required } = parametersOf(tool);
  const inputs: ToolInputs = Object.fromEntries(Object.entries(location).filter(([name]) => name in properties));
  if (Object.keys(inputs).length === 0 || required.some((name) => !(name in inputs))) return null;
  return { tool: tool.name, inputs };
}

export function isSameTool(one: ToolCall, other: ToolCall): boolean {
  return ownName(one.tool) === ownName(other.tool);
}

/** Whether a call would do what an earlier one did; that one also has the defaults of its tool among its inputs. */
export function repeats(call: ToolCall, earlier: ToolCall): boolean {
  return (
    isSameTool(call, earlier) &&
    Object.entries(call.inputs).every(([name, value]) => isDeepStrictEqual(value, earlier.inputs[name]))
  );
}

/** Every call that has been made, those that failed included. */
export function callsMade({ completed, errors, findings }: DecideRequest): ToolCall[] {
  return [...completed, ...findings, ...errors.flatMap(({ tool, inputs }) => (inputs ? [{ tool, inputs }] : []))];
}

/** @returns null where a schema has no such parameter */
function maximumOf(schema: unknown): number | null {
  if (typeof schema !== 'object' || schema === null) return null;
  return 'maximum' in schema && typeof schema.maximum === 'number' ? schema.maximum : Infinity;
}
