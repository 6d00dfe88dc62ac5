import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrokerMetrics } from '@arbiter/platform';
import { startStandalone } from '@arbiter/standalone';
import { Registry } from 'prom-client';

/** An address at which nobody listens: port 9 is that of a service that no machine runs any more. */
const NOBODY = 'http://127.0.0.1:9';

export interface ExportedMetric {
  readonly type: string;
  /** Besides `app`, which every metric has. */
  readonly labels: readonly string[];
}

/**
 * Starts all arms in this process, with every model that has metrics of its own, and reads what they registered. Nothing is
 * listed by hand: a metric that is renamed is found under its new name only.
 */
export async function exportedMetrics(): Promise<ReadonlyMap<string, ExportedMetric>> {
  const folder = await mkdtemp(join(tmpdir(), 'arbiter-metrics-'));
  const registry = new Registry();
  // Only a process of its own has a broker.
  new BrokerMetrics(registry);
  const standalone = await startStandalone({
    cwd: folder,
    http: false,
    registry,
    env: {
      ARBITER_DATA_DIR: folder,
      OLLAMA_HOST: NOBODY,
      SYNTHESIS_MODEL: 'ollama/none',
      PLANNER_MODEL: 'ollama/none',
      VALIDATION_LLM: 'ollama',
      VALIDATION_MODEL: 'none',
    },
  });
  try {
    const metrics = await registry.getMetricsAsJSON();
    return new Map(
      metrics.map(({ name, type }) => [name, { type: String(type), labels: labelNamesOf(registry, name) }]),
    );
  } finally {
    await standalone.close();
    await rm(folder, { recursive: true });
  }
}

/** prom-client keeps them on each metric, and has no accessor. */
function labelNamesOf(registry: Registry, name: string): readonly string[] {
  const { labelNames = [] } = registry.getSingleMetric(name) as { readonly labelNames?: readonly string[] };
  return labelNames;
}
