import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeIgnored, readConfigFile, TrustedFolders } from '@arbiter/platform';
import { loadStandaloneConfig } from './standalone.config.js';
import type { StandaloneOptions } from './standalone.options.js';

/** The packs that come with the software stand beside the apps. */
export const INSTALLED_DOMAINS = resolve(fileURLToPath(new URL('../../../domains', import.meta.url)));

/** Folders in which domain packs are looked for, the first before the others; each holds packs, or is one. */
export function domainFolders({ env, cwd }: Pick<StandaloneOptions, 'env' | 'cwd'>): string[] {
  const { domainsDirs } = loadStandaloneConfig(env, cwd).orchestrator.values;
  return [...new Set([...domainsDirs.map((folder) => resolve(cwd, folder)), ...usualDomains({ env, cwd })])];
}

/** A folder `domains` where one works, if it is trusted, and the packs that come with the software. */
export function usualDomains({ env, cwd }: Pick<StandaloneOptions, 'env' | 'cwd'>): string[] {
  const here = new TrustedFolders(env).has(cwd) ? [resolve(cwd, 'domains')] : [];
  return [...new Set([...here, INSTALLED_DOMAINS])];
}

/**
 * Lists the configuration file and packs that are ignored because the folder is not trusted: a sentence for each, for people.
 * Empty if the folder is trusted or holds neither.
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
