import { fillTemplate, listPrompts, type DomainPrompt } from '@arbiter/contracts';
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import type { Library } from './library.js';
import { invalidParams } from './operation-calls.js';

/** The prompts of all domains, as `<domain>/<name>`. */
export async function listDomainPrompts(library: Library): Promise<ListPromptsResult> {
  const { prompts } = await library.ask(listPrompts, {});
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
  library: Library,
): Promise<GetPromptResult> {
  const prompt = await findPrompt(fullName, library);
  if (!prompt) throw invalidParams(`There is no prompt "${fullName}"; prompts/list names those that there are.`);
  const text = fillTemplate(prompt.template, valuesOf(prompt, given));
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

export async function findPrompt(fullName: string, library: Library): Promise<DomainPrompt | undefined> {
  return (await library.ask(listPrompts, {})).prompts.find((one) => fullNameOf(one) === fullName);
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
