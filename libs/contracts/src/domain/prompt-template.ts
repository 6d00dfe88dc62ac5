import { z } from 'zod';
import { CollectionName } from '../passage.js';

/** A placeholder: `{name}` with the name of an argument. Other braces, as in JSON or in prose, are text. */
const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_-]{0,63})\}/g;

export const PromptArgument = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'must be a letter, then letters, digits, "_" or "-"'),
  description: z.string().default(''),
  /** Value of an omitted argument; an argument without a default is required. */
  default: z.string().optional(),
});
export type PromptArgument = z.output<typeof PromptArgument>;

const shape = {
  /** Unique within its domain. */
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase letters and digits, joined by "-"'),
  /** Purpose, in one sentence for people. */
  description: z.string().min(1),
  arguments: z.array(PromptArgument).max(32).default([]),
  /** Text with a placeholder `{argument}` for each use of an argument. */
  template: z.string().min(1).max(100_000),
};

/** A text for a language model, with placeholders. */
export const PromptTemplate = z.strictObject(shape).superRefine(placeholdersAreArguments);
export type PromptTemplate = z.output<typeof PromptTemplate>;

/** A prompt of a domain pack. */
export const DomainPrompt = z.strictObject({ domain: CollectionName, ...shape }).superRefine(placeholdersAreArguments);
export type DomainPrompt = z.output<typeof DomainPrompt>;

/** Distinct placeholder names of a template, in order of first use. */
export function placeholdersOf(template: string): string[] {
  return [...new Set([...template.matchAll(PLACEHOLDER)].flatMap(([, name]) => (name === undefined ? [] : [name])))];
}

/**
 * Fills a template in one pass: a placeholder within a value stays as it is.
 *
 * @param values by the name of the argument; a placeholder without a value stays
 */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(PLACEHOLDER, (placeholder, name: string) => values.get(name) ?? placeholder);
}

/** An argument that is declared but unused, or used but undeclared, is a mistake. */
function placeholdersAreArguments(
  { template, arguments: declared }: { readonly template: string; readonly arguments: readonly PromptArgument[] },
  context: z.RefinementCtx,
): void {
  const used = placeholdersOf(template);
  const names = declared.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    const path = ['arguments', index, 'name'];
    if (names.indexOf(name) < index) context.addIssue({ code: 'custom', path, message: `"${name}" is declared twice` });
    else if (!used.includes(name))
      context.addIssue({ code: 'custom', path, message: `the text has no placeholder {${name}}` });
  }
  for (const name of used.filter((one) => !names.includes(one))) {
    context.addIssue({ code: 'custom', path: ['template'], message: `{${name}} is no argument of this prompt` });
  }
}
