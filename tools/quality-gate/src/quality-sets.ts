import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeScifactSample } from './scifact-sample.js';

/** The clone that this file belongs to, seen from `src` as from `dist`. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** Stores and samples that are kept between runs. */
export const CACHE = join(REPOSITORY, '.arbiter', 'quality');

/** A set that the gate measures. */
export interface QualitySet {
  readonly name: string;
  /** Why it cannot be measured here; null when it can. */
  readonly missing: string | null;
  /** Whether `npm test` measures it, and not `npm run test:soak` alone. */
  readonly inEveryRun: boolean;
  /** Words after `arbiter eval retrieval`; writes what it needs. */
  prepare(): Promise<readonly string[]>;
}

const SCIFACT = join(REPOSITORY, '..', 'shared', 'data', 'scifact');

export const QUALITY_SETS: readonly QualitySet[] = [
  {
    name: 'lantern-coast',
    missing: null,
    inEveryRun: true,
    prepare: () => Promise.resolve(['--domain', join(REPOSITORY, 'domains', 'lantern-coast'), '--split', 'all']),
  },
  {
    name: 'scifact-100',
    missing: existsSync(join(SCIFACT, 'corpus.jsonl')) ? null : '../shared/data/scifact is not here',
    inEveryRun: false,
    prepare: async () => ['--dataset', await writeScifactSample(SCIFACT, join(CACHE, 'scifact-100'))],
  },
];
