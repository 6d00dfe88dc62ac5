import type { Express } from 'express';
import type { Readiness } from './readiness.js';

/**
 * `GET /health/live`: 200 as long as the process answers at all; a failed check is no reason to restart it.
 * `GET /health/ready`: 200 when every check passes, else 503 with what is down.
 */
export function mountHealthRoutes(app: Express, health: Readiness): void {
  app.get('/health/live', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'live' });
  });
  app.get('/health/ready', async (_req, res) => {
    const report = await health.report();
    res
      .status(report.status === 'ready' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(report);
  });
}
