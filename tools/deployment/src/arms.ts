import { ingestionWorkerConfig } from '@arbiter/ingestion-worker';
import { orchestratorConfig } from '@arbiter/orchestrator';
import { plannerArmConfig } from '@arbiter/planner-arm';
import type { ConfigDefinition } from '@arbiter/platform';
import { retrieverArmConfig } from '@arbiter/retriever-arm';
import { validatorArmConfig } from '@arbiter/validator-arm';

/** Configuration of each arm, by the folder of its app. */
export const ARM_CONFIGS = {
  orchestrator: orchestratorConfig,
  'planner-arm': plannerArmConfig,
  'validator-arm': validatorArmConfig,
  'retriever-arm': retrieverArmConfig,
  'ingestion-worker': ingestionWorkerConfig,
} as const satisfies Readonly<Record<string, ConfigDefinition>>;

export type ArmApp = keyof typeof ARM_CONFIGS;
/** What an image runs: one arm, or all of them in one process. */
export type ImageApp = ArmApp | 'standalone';

export const ARM_APPS = Object.keys(ARM_CONFIGS) as readonly ArmApp[];
export const IMAGE_APPS: readonly ImageApp[] = [...ARM_APPS, 'standalone'];

export interface ArmPort {
  /** Variable that sets it. */
  readonly variable: string;
  /** The documented one. */
  readonly port: number;
}

/** Where an image answers; all arms in one process answer where the orchestrator does. */
export function portOf(app: ImageApp): ArmPort {
  const { port } = ARM_CONFIGS[app === 'standalone' ? 'orchestrator' : app].variables;
  return { variable: port.env, port: Number(port.default) };
}

/** Every variable that some arm reads, and those that Node.js and the C library of the image read. */
export function knownVariables(app: ImageApp | 'any'): ReadonlySet<string> {
  const definitions: readonly ConfigDefinition[] =
    app === 'any' || app === 'standalone' ? Object.values(ARM_CONFIGS) : [ARM_CONFIGS[app]];
  const names = definitions.flatMap(({ variables }) => Object.values(variables).map(({ env }) => env));
  return new Set([...names, 'ARBITER_CONFIG', ...RUNTIME_VARIABLES]);
}

const RUNTIME_VARIABLES = [
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'MALLOC_ARENA_MAX',
  'MALLOC_TRIM_THRESHOLD_',
];
