import { resolve } from 'node:path';
import { DEFAULT_MODELS_DIRECTORY, resolveModelsDirectory } from '@arbiter/standalone/models';
import type { CommandContext } from '../command.context.js';

const VARIABLE = 'ARBITER_MODELS_DIR';

/**
 * Where the arms of this folder look for models, so that what is pulled is also found.
 *
 * @param to what the command line says instead; null where it does not
 * @returns absolute path
 */
export async function findModelsDirectory(
  { env, cwd, loadStandalone }: CommandContext,
  to: string | null = null,
): Promise<string> {
  if (to !== null) return resolve(cwd, to);
  const { effectiveConfiguration } = await loadStandalone();
  const configured = effectiveConfiguration({ env, cwd }).variables.find(({ name }) => name === VARIABLE)?.value;
  return resolveModelsDirectory(configured ?? DEFAULT_MODELS_DIRECTORY, cwd);
}
