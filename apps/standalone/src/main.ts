import { orchestratorConfig } from '@arbiter/orchestrator';
import { nodeProcessHost, runApp } from '@arbiter/platform';
import { startStandalone } from './start-standalone.js';

/** Longer than the grace that running calls get. */
const STOP_MS = 20_000;

await runApp({
  definition: orchestratorConfig,
  host: nodeProcessHost(process),
  async start({ logger, onStop }) {
    const standalone = await startStandalone({ env: process.env, cwd: process.cwd(), http: true });
    onStop('arms', () => standalone.close(), STOP_MS);
    logger.info({ ...standalone.urls, dataDirectory: standalone.dataDirectory }, 'ready');
  },
});
