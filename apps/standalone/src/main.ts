import { orchestratorConfig } from '@arbiter/orchestrator';
import { nodeProcessHost, runApp } from '@arbiter/platform';
import { CONFIG_DEFINITIONS } from './standalone.config.js';
import { startStandalone } from './start-standalone.js';

/** What closing takes besides the grace that running calls get, in milliseconds. */
const CLOSING_MS = 10_000;

await runApp({
  definition: orchestratorConfig,
  definitions: CONFIG_DEFINITIONS,
  host: nodeProcessHost(process),
  async start({ config, logger, onStop }) {
    const standalone = await startStandalone({ env: process.env, cwd: process.cwd(), http: true });
    onStop('arms', () => standalone.close(), config.values.drainSeconds * 1_000 + CLOSING_MS);
    logger.info({ ...standalone.urls, dataDirectory: standalone.dataDirectory }, 'ready');
  },
});
