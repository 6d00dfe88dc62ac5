import { afterEach, describe, expect, it } from '@jest/globals';
import { closeDoors, openDoor } from '../test/door.fixture.js';
import { AppMetrics, BrokerMetrics } from './metrics.js';

afterEach(closeDoors);

const quiet = () => new AppMetrics({ app: 'retriever-arm', version: '1.0.0', processMetrics: false });

describe('the metrics of an app', () => {
  it('count calls by operation and outcome', async () => {
    const metrics = quiet();
    const { observeCall } = metrics;
    observeCall({ operation: 'retriever.search', code: 'OK', durationMs: 12, streamed: false });
    observeCall({ operation: 'retriever.search', code: 'OK', durationMs: 700, streamed: false });
    observeCall({ operation: 'retriever.search', code: 'OVERLOADED', durationMs: 0, streamed: false });
    const { values } = await metrics.registry.getSingleMetric('arbiter_operation_calls_total')!.get();
    expect(values.map(({ labels, value }) => [labels.code, value])).toEqual([
      ['OK', 2],
      ['OVERLOADED', 1],
    ]);
  });

  it('show durations in seconds', async () => {
    const metrics = quiet();
    metrics.observeCall({ operation: 'retriever.search', code: 'OK', durationMs: 40, streamed: true });
    const text = await metrics.render();
    expect(text).toMatch(/duration_seconds_bucket\{le="0.05",[^}]*operation="retriever.search"\} 1/);
    expect(text).toMatch(/duration_seconds_bucket\{le="0.025",[^}]*operation="retriever.search"\} 0/);
    expect(text).toMatch(/duration_seconds_sum\{[^}]*operation="retriever.search"\} 0.04/);
  });

  it('do not mix with those of another app in the process', async () => {
    const [one, other] = [quiet(), quiet()];
    one.observeCall({ operation: 'planner.classify', code: 'OK', durationMs: 1, streamed: false });
    expect(await other.render()).not.toContain('planner.classify');
  });

  it('show calls inside without labels, for an autoscaler, and what was shed', async () => {
    const metrics = quiet();
    metrics.watchLoad(() => [
      { operation: 'retriever.search', running: 3, waiting: 2 },
      { operation: 'retriever.synthesize', running: 1, waiting: 0 },
    ]);
    metrics.observeCall({ operation: 'retriever.search', code: 'OVERLOADED', durationMs: 0, streamed: false });
    metrics.observeResponse({ method: 'GET', route: 'none', status: 429, durationMs: 1 });
    metrics.observeResponse({ method: 'GET', route: 'none', status: 200, durationMs: 1 });
    const text = await metrics.render();
    expect(text).toContain('arbiter_requests_in_flight{app="retriever-arm"} 6');
    expect(text).toContain('arbiter_requests_shed_total{reason="overloaded",app="retriever-arm"} 1');
    expect(text).toContain('arbiter_requests_shed_total{reason="rate_limited",app="retriever-arm"} 1');
  });

  it('tell whether the broker is reached, and how often it was lost', async () => {
    const { registry } = quiet();
    const broker = new BrokerMetrics(registry);
    const statuses = ['connected', 'disconnected', 'reconnected', 'disconnected'] as const;
    for (const status of statuses) broker.changed(status);
    const text = await registry.metrics();
    expect(text).toContain('arbiter_broker_connected{app="retriever-arm"} 0');
    expect(text).toContain('arbiter_broker_reconnects_total{app="retriever-arm"} 1');
  });

  it('include those of the process, once', async () => {
    const metrics = new AppMetrics({ app: 'retriever-arm', version: '1.0.0' });
    expect(await metrics.render()).toMatch(/process_resident_memory_bytes\{app="retriever-arm"\} \d+/);
    metrics.registry.clear();
  });

  it('are served in the text format of Prometheus', async () => {
    const response = await fetch(`${(await openDoor({ metrics: quiet() })).url}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toContain('arbiter_build_info{version="1.0.0",app="retriever-arm"} 1');
  });
});
