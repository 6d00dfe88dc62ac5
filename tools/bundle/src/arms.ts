import { ArbiterError } from '@arbiter/contracts';
import type { ConfigDefinition } from '@arbiter/platform';
import { CONFIG_DEFINITIONS } from '@arbiter/standalone';

/** The arms, by the folders of their apps. */
export const ARM_APPS = ['orchestrator', 'planner-arm', 'validator-arm', 'retriever-arm', 'ingestion-worker'] as const;
export type ArmApp = (typeof ARM_APPS)[number];
/** What an image runs: one arm, or all of them in one process. */
export type ImageApp = ArmApp | 'standalone';

export const IMAGE_APPS: readonly ImageApp[] = [...ARM_APPS, 'standalone'];

/** @throws ArbiterError INTERNAL for an arm that has none */
export function configOf(app: ArmApp): ConfigDefinition {
  const found = CONFIG_DEFINITIONS.find((definition) => definition.app === app);
  if (found) return found;
  throw new ArbiterError('INTERNAL', `There is no configuration of ${app}.`);
}

export interface ArmPort {
  /** Variable that sets it. */
  readonly variable: string;
  /** The documented one. */
  readonly port: number;
}

/** Where an image answers; all arms in one process answer where the orchestrator does. */
export function portOf(app: ImageApp): ArmPort {
  const { port } = configOf(app === 'standalone' ? 'orchestrator' : app).variables;
  return { variable: port?.env ?? '', port: Number(port?.default) };
}

/** Every variable that some arm reads, and those that Node.js and the C library of the image read. */
export function knownVariables(app: ImageApp | 'any'): ReadonlySet<string> {
  const definitions: readonly ConfigDefinition[] =
    app === 'any' || app === 'standalone' ? CONFIG_DEFINITIONS : [configOf(app)];
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
