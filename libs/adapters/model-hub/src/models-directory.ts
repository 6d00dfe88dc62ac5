import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where pulled models are, unless ARBITER_MODELS_DIR says otherwise; shared by all libraries of a user. */
export const DEFAULT_MODELS_DIRECTORY = '~/.cache/arbiter/models';

/**
 * @param setting path of a folder; `~/` at its start is the user's home, as in a shell
 * @param cwd what a relative path is relative to
 * @returns absolute path
 */
export function resolveModelsDirectory(setting: string, cwd: string): string {
  return setting.startsWith('~/') ? join(homedir(), setting.slice(2)) : resolve(cwd, setting);
}
