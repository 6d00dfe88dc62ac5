import type { Express } from 'express';
import type { AppMetrics } from './app-metrics.js';

/** `GET /metrics`, in the text format of Prometheus. */
export function mountMetricsRoute(app: Express, metrics: AppMetrics): void {
  app.get('/metrics', async (_req, res) => {
    const text = await metrics.render();
    res.set('Content-Type', metrics.registry.contentType).set('Cache-Control', 'no-store').send(text);
  });
}
