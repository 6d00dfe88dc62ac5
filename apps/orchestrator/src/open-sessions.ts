import { resolve } from 'node:path';
import { type Logger, Sessions, SessionSeal, sessionSecrets } from '@arbiter/platform';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import type { OrchestratorConfig } from './orchestrator.config.js';

type SessionConfig = Pick<OrchestratorConfig, 'apiKey' | 'dataDir' | 'keysFile' | 'natsSigningKeys' | 'publicUrl'>;

interface SessionSurroundings {
  /** Where a relative path starts. */
  readonly cwd: string;
  readonly logger: Logger;
}

/** By which browsers sign in at the orchestrator. Its folder is there already. */
export function openSessions(
  { apiKey, dataDir, keysFile, natsSigningKeys: signingKeys, publicUrl }: SessionConfig,
  { cwd, logger }: SessionSurroundings,
): Sessions {
  const directory = resolve(cwd, dataDir, 'orchestrator');
  return new Sessions({
    seal: new SessionSeal(sessionSecrets({ signingKeys, directory, logger })),
    publicUrl,
    means: apiKey === undefined && keysFile === undefined ? [] : ['key'],
    clock: SYSTEM_CLOCK,
  });
}
