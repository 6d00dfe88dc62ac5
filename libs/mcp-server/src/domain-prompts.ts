import { fillTemplate, listPrompts, type DomainPrompt } from '@arbiter/contracts';
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import { invalidParams, type CallOptions, type OperationCaller } from './operation-calls.js';

/** The prompts of all domains, as `<domain>/<name>`. */
export async function listDomainPrompts(caller: OperationCaller, options: CallOptions): Promise<ListPromptsResult> {
  const { prompts } = await caller.request(listPrompts, {}, options);
  return {
    prompts: prompts.map((prompt) => ({
      name: fullNameOf(prompt),
      description: prompt.description,
      arguments: prompt.arguments.map(({ name, description, default: preset }) => ({
        name,
        description,
        required: preset === undefined,
      })),
    })),
  };
}

/**
 * A prompt with its arguments filled in; one that is left out becomes its default.
 *
 * @throws ProtocolError invalid params for a prompt that is not there, a missing argument, and one that it does not have
 */
export async function getDomainPrompt(
  fullName: string,
  given: Readonly<Record<string, string>>,
  caller: OperationCaller,
  options: CallOptions,
): Promise<GetPromptResult> {
  const { prompts } = await caller.request(listPrompts, {}, options);
  const prompt = prompts.find((one) => fullNameOf(one) === fullName);
  if (!prompt) throw invalidParams(`There is no prompt "${fullName}"; prompts/list names those that there are.`);
  const text = fillTemplate(prompt.template, valuesOf(prompt, given));
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

function valuesOf(prompt: DomainPrompt, given: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const values = new Map(Object.entries(given));
  const known = prompt.arguments.map(({ name }) => name);
  const strange = [...values.keys()].filter((name) => !known.includes(name));
  if (strange.length > 0)
    throw invalidParams(`"${fullNameOf(prompt)}" has no argument ${quoted(strange)}, only ${quoted(known)}.`);
  for (const { name, default: preset } of prompt.arguments)
    if (!values.has(name) && preset !== undefined) values.set(name, preset);
  const missing = known.filter((name) => !values.has(name));
  if (missing.length > 0) throw invalidParams(`"${fullNameOf(prompt)}" needs ${quoted(missing)}.`);
  return values;
}

export function fullNameOf({ domain, name }: DomainPrompt): string {
  return `${domain}/${name}`;
}

function quoted(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => `"${name}"`).join(', ');
}
