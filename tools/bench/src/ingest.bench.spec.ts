import { describe, expect, it } from '@jest/globals';
import { benchIngest } from './ingest.bench.js';

describe('benchIngest', () => {
  it('fills a library through the arm, finds it unchanged, changes one document and fills a larger one', async () => {
    const { figures } = await benchIngest({ documents: 4, chunks: 30, pages: 3 });
    expect(figures).toMatchObject({ documents: 4, largeDocuments: 3, pdfPages: 3 });
    expect(figures.chunks).toBeGreaterThanOrEqual(8);
    expect(figures.largeChunks).toBeGreaterThanOrEqual(30);
    expect(figures.overEncoder).toBeGreaterThan(1);
    expect(figures.changedMs).toBeGreaterThan(0);
    expect(figures.largePeakRssMiB).toBeGreaterThan(0);
  });
});
