import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';
import { type RunningService, startService } from './service-script.js';

/** The model that the server has: 135 million parameters, which write quickly and often wrongly. */
export const SMALL_MODEL = 'smollm2:135m';

const SCRIPT = fileURLToPath(new URL('../../../../shared/services/ollama', import.meta.url));
/** Where the script keeps the server that it has built, which takes five minutes of both cores and more. */
const BUILT = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'arbiter-services', 'ollama');
const START_TIMEOUT_MS = 120_000;

/** @returns null if a real Ollama can be started here, else the reason, which a skipped spec prints */
export function ollamaAvailable(): string | null {
  if (!existsSync(SCRIPT)) return 'there is no ../shared/services/ollama to start a server with';
  const isBuilt =
    existsSync(BUILT) && readdirSync(BUILT).some((name) => name.startsWith('bin-') && name !== 'bin.part');
  return isBuilt
    ? null
    : 'Ollama has not been built here, which takes many minutes: run ../shared/services/ollama start once';
}

/** A real Ollama with {@link SMALL_MODEL}. @throws ArbiterError UNAVAILABLE with the script's own output when none starts */
export async function startOllama(): Promise<RunningService> {
  const missing = ollamaAvailable();
  if (missing !== null) throw new ArbiterError('UNAVAILABLE', missing);
  return startService({ name: 'Ollama', path: SCRIPT, timeoutMs: START_TIMEOUT_MS });
}
