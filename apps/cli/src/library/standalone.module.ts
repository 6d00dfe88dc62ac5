import type * as standalone from '@arbiter/standalone';

export type { DoctorFinding, EffectiveConfiguration, Reader, Standalone, StandaloneOptions } from '@arbiter/standalone';

/** What of the engine the commands use. */
export type StandaloneModule = Pick<
  typeof standalone,
  | 'startStandalone'
  | 'examine'
  | 'runningServer'
  | 'effectiveConfiguration'
  | 'domainFolders'
  | 'ignoredHere'
  | 'openReader'
>;

/** Loaded when a command wants it: help, usage errors and a client of a server need no engine. */
export function loadStandalone(): Promise<StandaloneModule> {
  return import('@arbiter/standalone');
}
