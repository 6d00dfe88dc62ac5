import type { CommandContext } from '../command.context.js';

/** Value of each variable by its name, secrets redacted; null when it is not set. */
export type ArmSettings = Readonly<Record<string, string | null>>;

/** The variables of an arm that decide what it does; those of every arm alike, such as folders, are left out. */
export async function armSettings(
  arm: 'planner' | 'retriever' | 'validator',
  { env, cwd, loadStandalone }: CommandContext,
): Promise<ArmSettings> {
  const { effectiveConfiguration } = await loadStandalone();
  const { variables } = effectiveConfiguration({ env, cwd });
  // What the planner and the retriever share, every arm has.
  const other = arm === 'planner' ? 'retriever' : 'planner';
  const own = variables.filter(({ arms }) => arms.includes(arm) && !arms.includes(other));
  return Object.fromEntries(own.map(({ name, value }) => [name, value]));
}
