import { ArbiterError } from '@arbiter/contracts';
import type { Register } from './command-options.js';

/** What `tools/evaluate` adds to `arbiter eval` in a clone of the repository. */
export interface DeveloperEvaluations {
  readonly register: Register;
  /** Writes a report of runs, as `--json` prints them, in Markdown; its plots lie beside it. */
  readonly writeReport: (file: string, runs: readonly object[]) => Promise<void>;
}

/** A package of the repository's workspace. Neither the bundle nor the published package carries it. */
const DEVELOPER_PACKAGE = '@arbiter/evaluate';
/** Its commands. Outside of a clone they say where they run. */
export const DEVELOPER_COMMANDS = [
  'multihop',
  'classify',
  'grounding',
  'perturbations',
  'reading',
  'extraction',
  'pages',
];

/** @returns null outside of a clone, and in one that is not built */
export async function loadDeveloperEvaluations(name: string = DEVELOPER_PACKAGE): Promise<DeveloperEvaluations | null> {
  try {
    const { developerEvaluations } = (await import(name)) as { developerEvaluations: DeveloperEvaluations };
    return developerEvaluations;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' && String(thrown).includes(name)) return null;
    throw thrown;
  }
}

export function forDevelopers(): ArbiterError {
  const sentence = 'This evaluation is for developers: it runs in a clone of the repository, after "npm run build".';
  return new ArbiterError('UNAVAILABLE', sentence);
}
