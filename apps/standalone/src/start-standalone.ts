import { openEmbedder, openReader } from '@arbiter/backends';
import { keepFilesPrivate } from '@arbiter/platform';
import { loadStandaloneConfig } from './standalone.config.js';
import type { Standalone, StandaloneOptions } from './standalone.options.js';

/**
 * Starts arms in this process, over the in-process transport. The networks that are wanted begin to load first, in threads
 * of their own: they and the code of the arms take about as long as each other.
 *
 * @throws ArbiterError INVALID_REQUEST for a bad configuration, CONFLICT when another process writes to the data
 *   directory, FORBIDDEN or UNAVAILABLE when it cannot be used, UNAVAILABLE when a port is in use, or when a model of a
 *   server cannot be loaded
 */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const config = loadStandaloneConfig(options.env, options.cwd);
  keepFilesPrivate();
  const embedder = openEmbedder(config.ingestion.values);
  const reader = openReader({ reader: config.validator.values.reader || config.retriever.values.synthesisReader });
  const networks = { embedder, reader };
  // What fails here fails again in the call that needs it, which tells of it.
  for (const each of options.warm ?? [])
    void networks[each]?.warmUp(new AbortController().signal).catch(() => undefined);
  const close = async (): Promise<void> => {
    await reader?.close();
    await embedder.close();
  };
  try {
    const { startArms } = await import('./arms/start-arms.js');
    const started = await startArms(config, options, networks);
    return {
      ...started,
      async close() {
        await started.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
