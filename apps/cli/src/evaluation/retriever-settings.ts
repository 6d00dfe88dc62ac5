import type { CommandContext } from '../command.context.js';

/** Value of each variable by its name, secrets redacted; null when it is not set. */
export type RetrieverSettings = Readonly<Record<string, string | null>>;

/** The variables of the retriever arm that decide what it finds; those of every arm alike, such as folders, are left out. */
export async function retrieverSettings({ env, cwd, loadStandalone }: CommandContext): Promise<RetrieverSettings> {
  const { effectiveConfiguration } = await loadStandalone();
  const { variables } = effectiveConfiguration({ env, cwd });
  const own = variables.filter(({ arms }) => arms.includes('retriever') && !arms.includes('planner'));
  return Object.fromEntries(own.map(({ name, value }) => [name, value]));
}
