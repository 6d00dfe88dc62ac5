import { describe, expect, it } from '@jest/globals';
import { benchGraph } from './graph.bench.js';

describe('benchGraph', () => {
  it('measures Leiden by size, its modularity beside references, queries, and refreshes', async () => {
    let clock = 0;
    const { figures } = await benchGraph({
      // The smallest is measured first, whatever the order.
      edges: [600, 300],
      seeds: 2,
      entities: 60,
      queries: 3,
      changes: 30,
      documents: [6],
      now: () => (clock += 5),
    });
    for (const name of ['edges300RandomSeconds', 'edges600SparseSeconds', 'pathP95Ms', 'exactBetweennessSeconds'])
      expect([name, figures[name]]).toEqual([name, name.endsWith('Ms') ? 5 : 0.005]);
    for (const name of ['worldQueryP95Ms', 'changedQueryP95Ms']) expect([name, figures[name]]).toEqual([name, 5]);
    expect([figures.worldBuildSeconds, figures.overlayBuildSeconds]).toEqual([0.005, 0.005]);
    expect([figures.overlayShare, figures.overlayShareP95]).toEqual([0, 0]);
    expect(figures.changedUnavailable).toBeGreaterThan(0);
    expect([figures.documents6BuildSeconds, figures.documents6RefreshShare]).toEqual([0.005, 1]);
    expect([figures.documents6RewordTexts, figures.documents6RefreshTexts]).toEqual([1, 1]);
    expect(figures.edges600PeakRssMiB).toBeGreaterThan(20);
    expect(figures.edges600BlocksModularity).toBeGreaterThan(0.2);
    expect(figures.karateModularity).toBeCloseTo(0.4198, 3);
    expect(figures.randomShareOfPublished).toBeGreaterThan(0.99);
  });
});
