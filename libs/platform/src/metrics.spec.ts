import { afterEach, describe, expect, it } from '@jest/globals';
import { closeDoors, openDoor } from '../test/door.fixture.js';
import { AppMetrics } from './metrics.js';

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
