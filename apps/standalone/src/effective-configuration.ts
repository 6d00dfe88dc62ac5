import { configEntries, type ConfigEntry, type LoadedConfig } from '@arbiter/platform';
import { loadStandaloneConfig } from './standalone.config.js';
import type { StandaloneOptions } from './standalone.options.js';

export interface EffectiveVariable extends ConfigEntry {
  /** The arms that read it. */
  readonly arms: readonly string[];
}

export interface EffectiveConfiguration {
  /** Absolute path of the configuration file; null when there is none. */
  readonly file: string | null;
  readonly variables: readonly EffectiveVariable[];
}

/**
 * What holds in these surroundings, every variable once, secrets redacted.
 *
 * @throws ArbiterError INVALID_REQUEST that names every bad variable
 */
export function effectiveConfiguration({ env, cwd }: Pick<StandaloneOptions, 'env' | 'cwd'>): EffectiveConfiguration {
  const config = loadStandaloneConfig(env, cwd);
  const variables = new Map<string, EffectiveVariable>();
  for (const [arm, loaded] of Object.entries<LoadedConfig>(config)) {
    for (const entry of configEntries(loaded)) {
      variables.set(entry.name, { ...entry, arms: [...(variables.get(entry.name)?.arms ?? []), arm] });
    }
  }
  return { file: config.orchestrator.file, variables: [...variables.values()] };
}
