import type { SupportModel } from './predict-support.js';

/**
 * Written by tools/models on 2026-11-23, of the sets in support-model.sets.json; its README has the command. Similarities may only count for a claim, and
 * mismatches only against it; threshold and calibration are of the development sets.
 *
 * - with vectors: balanced accuracy / AUROC scifact_dev 75.6 / 79.4, wice_dev 69.2 / 75.5; of models that have not seen the set scifact 68.4 / 75.8, wice 65.7 / 75.5, fever 73.1 / 81.9, summedits 60.6 / 63.5, halueval 66.2 / 70.9, fm2 58.2 / 66.1; calibration error of halves of the development sets by the other half 3.4
 * - by words alone: balanced accuracy / AUROC scifact_dev 71.3 / 74.4, wice_dev 69.5 / 74.7; of models that have not seen the set scifact 66.9 / 74.1, wice 66.2 / 74.7, fever 72.2 / 80.7, summedits 63.7 / 65.3, halueval 64.0 / 70.0, fm2 56.7 / 65.5; calibration error of halves of the development sets by the other half 3.8
 */
export const SUPPORT_MODELS: { readonly withVectors: SupportModel; readonly byWords: SupportModel } = {
  withVectors: {
    intercept: -0.1764,
    features: [
      { name: 'evidenceCosine', mean: 0.7537, sd: 0.1073, weight: 0.0723 },
      { name: 'windowCosine', mean: 0.7643, sd: 0.1103, weight: 0.0988 },
      { name: 'alignment', mean: 0.7798, sd: 0.1096, weight: 0.0806 },
      { name: 'windowAlignment', mean: 0.7754, sd: 0.1112, weight: 0.0698 },
      { name: 'weakestAlignment', mean: 0.6797, sd: 0.1349, weight: 0.1288 },
      { name: 'togetherness', mean: 0.7, sd: 0.2654, weight: 0.037 },
      { name: 'unaligned', mean: 0.1654, sd: 0.25, weight: -0.1263 },
      { name: 'coverage', mean: 0.7188, sd: 0.2751, weight: 0.0911 },
      { name: 'pairs', mean: 0.4898, sd: 0.392, weight: 0.299 },
      { name: 'runs', mean: 0.3946, sd: 0.4283, weight: 0.3518 },
      { name: 'rarestMissing', mean: 4.7916, sd: 4.0184, weight: -0.1722 },
      { name: 'numbersMissing', mean: 0.1248, sd: 0.4149, weight: -0.1391 },
      { name: 'numbersOtherwise', mean: 0.0264, sd: 0.1603, weight: -0.1486 },
      { name: 'unitsOtherwise', mean: 0.0013, sd: 0.0353, weight: -0.0006 },
      { name: 'namesMissing', mean: 0.4506, sd: 0.8854, weight: -0.0029 },
      { name: 'namesSwapped', mean: 0.0493, sd: 0.2165, weight: -0.1452 },
      { name: 'negationOdd', mean: 0.1302, sd: 0.3365, weight: -0.1115 },
      { name: 'negationAdded', mean: 0.0741, sd: 0.2619, weight: -0.1508 },
      { name: 'negationScope', mean: 0.0801, sd: 0.2714, weight: -0.1505 },
      { name: 'oppositions', mean: 0.0214, sd: 0.1578, weight: -0.0198 },
      { name: 'sweeping', mean: 0.0195, sd: 0.1384, weight: -0.0288 },
      { name: 'chatty', mean: 0.1556, sd: 0.4755, weight: 0 },
      { name: 'mismatches', mean: 0.5148, sd: 0.7607, weight: -0.2372 },
      { name: 'contradictions', mean: 0.2929, sd: 0.5354, weight: -0.2954 },
    ],
    threshold: -0.8067,
    calibration: { offset: -0.2921, slope: 0.6317, knee: -1.2953, bend: 0.9237 },
  },
  byWords: {
    intercept: -0.1505,
    features: [
      { name: 'coverage', mean: 0.7188, sd: 0.2751, weight: 0.2126 },
      { name: 'pairs', mean: 0.4898, sd: 0.392, weight: 0.3495 },
      { name: 'runs', mean: 0.3946, sd: 0.4283, weight: 0.3711 },
      { name: 'rarestMissing', mean: 4.7916, sd: 4.0184, weight: -0.1954 },
      { name: 'numbersMissing', mean: 0.1248, sd: 0.4149, weight: -0.1476 },
      { name: 'numbersOtherwise', mean: 0.0264, sd: 0.1603, weight: -0.142 },
      { name: 'unitsOtherwise', mean: 0.0013, sd: 0.0353, weight: -0.0023 },
      { name: 'namesMissing', mean: 0.4506, sd: 0.8854, weight: -0.0515 },
      { name: 'namesSwapped', mean: 0.0493, sd: 0.2165, weight: -0.1106 },
      { name: 'negationOdd', mean: 0.1302, sd: 0.3365, weight: -0.1229 },
      { name: 'negationAdded', mean: 0.0741, sd: 0.2619, weight: -0.1701 },
      { name: 'negationScope', mean: 0.0801, sd: 0.2714, weight: -0.1508 },
      { name: 'oppositions', mean: 0.0214, sd: 0.1578, weight: -0.0132 },
      { name: 'sweeping', mean: 0.0195, sd: 0.1384, weight: -0.0419 },
      { name: 'chatty', mean: 0.1556, sd: 0.4755, weight: 0 },
      { name: 'mismatches', mean: 0.5148, sd: 0.7607, weight: -0.247 },
      { name: 'contradictions', mean: 0.2929, sd: 0.5354, weight: -0.2901 },
    ],
    threshold: -0.7205,
    calibration: { offset: -0.4266, slope: 0.5488, knee: -1.2031, bend: 1.0888 },
  },
};
