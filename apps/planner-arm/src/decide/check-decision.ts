import type { DecideRequest, Decision } from '@arbiter/contracts';
import { addressesIn } from '@arbiter/text';
import type { Reading } from '../language-model/model-task.js';
import { ANSWER_TOOL, isSearch, offeredTools, ownName } from '../tools/offered-tools.js';
import { callsMade, repeats } from '../tools/tool-call.js';

/** The choice of a language model, before it is checked. */
export type ChosenCall = Pick<Decision, 'tool' | 'inputs' | 'reasoning' | 'should_end' | 'impossible'>;

const LONGEST_REASONING = 1_000;

/**
 * A choice that can be carried out: a tool that is offered, inputs that its schema takes, no call that was made before,
 * and no address that the person has not named. Passages are written by others, and where they send an agent is not for
 * them to say.
 *
 * @param answerTool what ends a run, by the name it goes by here
 */
export function checkDecision(chosen: ChosenCall, request: DecideRequest, answerTool: string): Reading<ChosenCall> {
  const reasoning = chosen.reasoning.slice(0, LONGEST_REASONING);
  if (ownName(chosen.tool) === ANSWER_TOOL) return answered({ ...chosen, reasoning }, request, answerTool);
  const tool = offeredTools(request.tools).find(chosen.tool);
  if (!tool) return { problem: `tool: "${chosen.tool}" is none; choose one of ${namesOf(request)}` };
  const inputs = tool.inputSchema.safeParse(chosen.inputs);
  if (!inputs.success) {
    const [issue] = inputs.error.issues;
    return { problem: `inputs of ${tool.name}: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}` };
  }
  // As chosen, without the defaults of the schema: earlier calls are compared in the form in which they were made.
  const call = { tool: tool.name, inputs: chosen.inputs };
  if (callsMade(request).some((earlier) => repeats(call, earlier))) {
    return { problem: `${tool.name} has run with these inputs before; choose others, another tool, or end` };
  }
  const unnamed = addressesOf(chosen.inputs).find((address) => !isNamed(address, request));
  if (unnamed !== undefined) return { problem: `inputs of ${tool.name}: nobody has asked for the address ${unnamed}` };
  return { value: { ...call, reasoning, should_end: chosen.should_end && !isSearch(tool.name), impossible: false } };
}

/** Without anything found only a refusal can be given, and no answer is written twice from the same. */
function answered(chosen: ChosenCall, request: DecideRequest, answerTool: string): Reading<ChosenCall> {
  const isOffered = request.tools.some(({ name }) => ownName(name) === ANSWER_TOOL);
  if (!isOffered && !chosen.impossible) {
    return {
      problem: `tool: ${answerTool} cannot run yet; search first, or set "impossible" where nothing can be tried`,
    };
  }
  const { reasoning, impossible } = chosen;
  const last = request.completed.at(-1);
  if (!impossible && last && ownName(last.tool) === ANSWER_TOOL) {
    return { problem: `tool: an answer from all of this could not be shown; find more, or set "impossible"` };
  }
  return { value: { tool: answerTool, inputs: {}, reasoning, should_end: true, impossible } };
}

function namesOf({ tools }: DecideRequest): string {
  return tools.map(({ name }) => name).join(', ');
}

function addressesOf(value: unknown): string[] {
  if (typeof value === 'string') return addressesIn(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(addressesOf);
}

/** Whole: `https://a.example` is no part of `https://a.example.org` that the person has named. */
function isNamed(address: string, { query, history }: DecideRequest): boolean {
  return [query, ...history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))].some((text) =>
    addressesIn(text).includes(address),
  );
}
