import { describe, expect, it } from '@jest/globals';
import { benchTabletop } from './tabletop.bench.js';

describe('benchTabletop', () => {
  it('reads a data set and builds a list from it', async () => {
    const size = { factions: 4, unitsPerFaction: 8, libraries: 1, unitsPerLibrary: 2 };
    const { figures } = await benchTabletop({ size, armies: ['Space Wolves'] });
    expect(figures).toMatchObject({ files: 6, units: 50 });
    expect(figures.chunks).toBeGreaterThan(50);
    expect(figures.megacharacters).toBeGreaterThan(0.02);
    expect(figures.spaceWolvesLegalSteps).toBeGreaterThan(0);
    expect(figures.spaceWolvesPoints).toBeGreaterThan(1_900);
  });
});
