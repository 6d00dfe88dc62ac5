import { ArbiterError } from '@arbiter/contracts';
import { ingestionWorkerConfig } from '@arbiter/ingestion-worker';
import { orchestratorConfig } from '@arbiter/orchestrator';
import { plannerArmConfig } from '@arbiter/planner-arm';
import {
  combineConfigErrors,
  configEntries,
  describeMisspelt,
  describeRetired,
  loadConfig,
  misspeltVariables,
  retiredVariables,
  type ConfigDefinition,
  type ConfigEntry,
  type LoadedConfig,
} from '@arbiter/platform';
import { retrieverArmConfig } from '@arbiter/retriever-arm';
import { validatorArmConfig } from '@arbiter/validator-arm';
import type { StandaloneOptions } from './standalone.options.js';

const DEFINITIONS = {
  orchestrator: orchestratorConfig,
  planner: plannerArmConfig,
  retriever: retrieverArmConfig,
  validator: validatorArmConfig,
  ingestion: ingestionWorkerConfig,
} as const;

/** What each arm can be told, for those who describe it rather than read it. */
export const CONFIG_DEFINITIONS: readonly ConfigDefinition[] = Object.values<ConfigDefinition>(DEFINITIONS);

type Definitions = typeof DEFINITIONS;
export type StandaloneConfig = {
  readonly [K in keyof Definitions]: Definitions[K] extends ConfigDefinition<infer V> ? LoadedConfig<V> : never;
};

/**
 * The configuration of every arm, each by its own schema, from one environment.
 *
 * @throws ArbiterError INVALID_REQUEST that names every bad variable of every arm once
 */
export function loadStandaloneConfig(env: Readonly<Record<string, string | undefined>>, cwd: string): StandaloneConfig {
  const loaded: Record<string, LoadedConfig> = {};
  const errors: ArbiterError[] = [];
  for (const [name, definition] of Object.entries(DEFINITIONS)) {
    try {
      loaded[name] = loadConfig(definition as ConfigDefinition, { env, cwd });
    } catch (error) {
      if (!(error instanceof ArbiterError)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw combineConfigErrors(errors);
  return loaded as unknown as StandaloneConfig;
}

/** A sentence for variables that look misspelt, and one for settings of former versions. */
export function unreadHere({ env, cwd }: Pick<StandaloneOptions, 'env' | 'cwd'>): string[] {
  const misspelt = misspeltVariables(env, CONFIG_DEFINITIONS);
  const retired = retiredVariables({ env, cwd }, CONFIG_DEFINITIONS);
  return [
    ...(misspelt.length > 0 ? [describeMisspelt(misspelt)] : []),
    ...(retired.length > 0 ? [describeRetired(retired)] : []),
  ];
}

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
