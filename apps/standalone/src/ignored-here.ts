import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeIgnored, readConfigFile, TrustedFolders } from '@arbiter/platform';
import type { StandaloneOptions } from './standalone.options.js';

/**
 * What the folder holds that is not followed, since nobody trusts it: a sentence for each, for people. Empty where nothing of
 * it would be followed anyhow.
 */
export function ignoredHere({ env, cwd }: Pick<StandaloneOptions, 'env' | 'cwd'>): string[] {
  if (new TrustedFolders(env).has(cwd)) return [];
  const { ignored } = readConfigFile(cwd, env);
  const packs = resolve(cwd, 'domains');
  return [...(ignored === null ? [] : [ignored]), ...(holdsPacks(packs) ? [packs] : [])].map(describeIgnored);
}

/** Other projects have folders of this name, too. */
function holdsPacks(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) => existsSync(join(folder, name, 'config.json')));
}
