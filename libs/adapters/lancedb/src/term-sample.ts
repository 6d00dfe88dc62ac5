import type { Table } from '@lancedb/lancedb';

/** Chunks that are read; the share of a term that a tenth of all chunks hold is then off by .013 (two standard errors). */
const SAMPLE_CHUNKS = 2_000;

/** A sample is taken anew when the collection has grown or shrunk by more than this share of it. */
const MAX_CHANGE = 0.1;

/** How common terms are, by every n-th chunk of a collection. */
class TermSample {
  private constructor(
    private readonly rows: number,
    private readonly size: number,
    private readonly holders: ReadonlyMap<string, number>,
  ) {}

  static async take(table: Table, rows: number): Promise<TermSample> {
    const size = Math.min(rows, SAMPLE_CHUNKS);
    const offsets = Array.from({ length: size }, (_, i) => Math.floor((i * rows) / size));
    const sampled =
      size === 0 ? [] : ((await table.takeOffsets(offsets).select(['terms']).toArray()) as { terms: string }[]);
    const holders = new Map<string, number>();
    for (const { terms } of sampled) {
      for (const term of new Set(terms.split(' '))) holders.set(term, (holders.get(term) ?? 0) + 1);
    }
    return new TermSample(rows, sampled.length, holders);
  }

  stillStandsFor(rows: number): boolean {
    return Math.abs(rows - this.rows) <= MAX_CHANGE * this.rows;
  }

  /** @returns 0–1; 0 for a term that no chunk of the sample holds */
  shareOf(term: string): number {
    return this.size === 0 ? 0 : (this.holders.get(term) ?? 0) / this.size;
  }
}

/** One sample for each collection. */
export class TermSamples {
  private readonly samples = new Map<string, Promise<TermSample>>();

  /** Takes one where there is none that still stands; searches that come meanwhile wait for the same. */
  async of(collection: string, table: Table): Promise<TermSample> {
    const rows = await table.countRows();
    const known = this.samples.get(collection);
    if (known && (await known.catch(() => null))?.stillStandsFor(rows)) return known;
    const newer = this.samples.get(collection);
    if (newer && newer !== known) return newer;
    const sample = TermSample.take(table, rows);
    this.samples.set(collection, sample);
    return sample;
  }
}
