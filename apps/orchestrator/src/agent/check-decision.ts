import { canonicalJson } from '@arbiter/ports';
import { ArbiterError, type Decision, type ToolFailure } from '@arbiter/contracts';
import type { BaseMcpTool, ToolAvailability, ToolRegistry } from '@arbiter/tool-sdk';
import type { AgentRun } from './agent-run.js';

/** A decision that can be carried out. */
export interface Runnable {
  readonly tool: BaseMcpTool;
  /** As the tool's schema gives them, defaults filled in. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/**
 * What is to run, or why the decision cannot be followed: there is no such tool, it cannot run now, its inputs are wrong,
 * or the same call has been made before and would find the same.
 */
export function checkDecision(
  { tool: name, inputs }: Pick<Decision, 'tool' | 'inputs'>,
  registry: ToolRegistry,
  { available, unavailable }: ToolAvailability,
  run: AgentRun,
): Runnable | ToolFailure {
  const failure = (message: string, suggestion: string): ToolFailure => ({ tool: name, inputs, message, suggestion });
  const tool = registry.find(name);
  if (!tool) {
    const names = available.map((each) => each.name).join(', ');
    return failure(`There is no tool "${name}".`, `Choose one of ${names}.`);
  }
  const reason = unavailable.find((each) => each.name === tool.name)?.reason;
  if (reason !== undefined) return failure(`${name} cannot run now: ${reason}`, 'Choose another tool.');
  try {
    const parsed = tool.parseInputs(inputs);
    const call = callKey(tool.name, parsed);
    // An answer that could not be shown may be better from what was found since.
    const isAnew = tool.end && run.answeredFrom < run.findings.length;
    if (!isAnew && run.completed.some((each) => callKey(each.tool, each.inputs) === call)) {
      return failure(`${name} has run with these inputs before.`, 'Choose other inputs, another tool, or end.');
    }
    return { tool, inputs: parsed };
  } catch (error) {
    return failure(ArbiterError.from(error).message, 'Correct the inputs.');
  }
}

function callKey(tool: string, inputs: unknown): string {
  return `${tool} ${canonicalJson(inputs)}`;
}

export function isFailure(checked: Runnable | ToolFailure): checked is ToolFailure {
  return 'message' in checked;
}
