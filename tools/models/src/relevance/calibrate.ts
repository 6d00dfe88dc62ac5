import type { FittedRelevanceModels } from '@arbiter/confidence';
import { fitRelevance, foldsByQuestion, foldsBySet, scoreHeldOut, type ScoredPool } from './fit-relevance.js';
import { judgePool, termRarities, type JudgedPool } from './judged-pool.js';
import { measureCalibration, type CalibrationFigures } from './measure-calibration.js';
import type { Provenance } from './relevance-model-file.js';
import { isOffTopic, type METHODS, type SearchedPool } from './searched-pool.js';

const FOLDS = 5;

/** Figures of one method, over all sets, by the documents that were searched, and for sets that the fit has not seen. */
export interface MethodCalibration {
  readonly all: CalibrationFigures;
  readonly byLibrary: Readonly<Record<string, CalibrationFigures>>;
  readonly unseenSets: CalibrationFigures;
}

export interface Calibration {
  readonly models: FittedRelevanceModels;
  readonly methods: Readonly<Record<(typeof METHODS)[number], MethodCalibration>>;
  /** Passages left out because their cosine is unknown. */
  readonly withoutCosine: number;
  readonly provenance: Provenance;
}

/** Fits on all pools, and measures on what was held out: by question, and a set at a time. */
export function calibrate(searched: readonly SearchedPool[], date: string): Calibration {
  const rarityOf = termRarities(searched);
  const pools = searched.map((pool) => judgePool(pool, rarityOf));
  const byQuestion = scoreHeldOut(pools, foldsByQuestion(pools, FOLDS));
  const bySet = scoreHeldOut(pools, foldsBySet(pools));
  const of = (method: JudgedPool['method']): MethodCalibration => {
    const own = (all: readonly ScoredPool[]): ScoredPool[] => all.filter((pool) => pool.method === method);
    const held = own(byQuestion);
    const libraries = [...new Set(held.map(({ library }) => library))];
    return {
      all: measureCalibration(held),
      byLibrary: Object.fromEntries(
        libraries.map((name) => [name, measureCalibration(held.filter(({ library }) => library === name))]),
      ),
      unseenSets: measureCalibration(own(bySet)),
    };
  };
  const methods = { hybrid: of('hybrid'), vector: of('vector'), keyword: of('keyword') };
  const asked = pools.filter((pool) => pool.method === 'hybrid' && !isOffTopic(pool));
  const questions: Record<string, number> = {};
  for (const { set } of asked) questions[set] = (questions[set] ?? 0) + 1;
  return {
    models: fitRelevance(pools),
    methods,
    withoutCosine: pools.reduce((sum, pool) => sum + pool.withoutCosine, 0),
    provenance: { date, questions, withVectors: methods.hybrid.all, withoutVectors: methods.keyword.all },
  };
}
