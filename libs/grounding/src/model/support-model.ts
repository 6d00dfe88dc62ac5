import type { SupportModel } from './predict-support.js';

/**
 * Written by tools/train-support on 2026-11-22; its README has the command. Similarities may only count for a claim, and
 * mismatches only against it; threshold and calibration are of the development sets.
 *
 * - with vectors: balanced accuracy / AUROC scifact_dev 74.5 / 78.5, wice_dev 69.3 / 75.8; of models that have not seen the set scifact 68.3 / 76.1, wice 69.9 / 75.8, fever 72.6 / 81.3, summedits 60.6 / 64.8, halueval 64.3 / 69.4, fm2 57.2 / 64.7; calibration error of halves of the development sets by the other half 3.5
 * - by words alone: balanced accuracy / AUROC scifact_dev 71.5 / 74.4, wice_dev 69.5 / 74.6; of models that have not seen the set scifact 66.9 / 74.1, wice 68.8 / 74.7, fever 72.1 / 80.8, summedits 63.9 / 65.4, halueval 64.0 / 70.0, fm2 56.7 / 65.5; calibration error of halves of the development sets by the other half 3.7
 */
export const SUPPORT_MODELS: { readonly withVectors: SupportModel; readonly byWords: SupportModel } = {
  withVectors: {
    intercept: -0.1768,
    features: [
      { name: 'evidenceCosine', mean: 0.6151, sd: 0.1701, weight: 0.0657 },
      { name: 'windowCosine', mean: 0.6422, sd: 0.1721, weight: 0.1149 },
      { name: 'alignment', mean: 0.7484, sd: 0.1573, weight: 0.1235 },
      { name: 'windowAlignment', mean: 0.7342, sd: 0.1631, weight: 0.101 },
      { name: 'weakestAlignment', mean: 0.4872, sd: 0.2469, weight: 0.0995 },
      { name: 'togetherness', mean: 0.7015, sd: 0.2789, weight: 0.0516 },
      { name: 'unaligned', mean: 0.1777, sd: 0.2284, weight: -0.1376 },
      { name: 'coverage', mean: 0.7184, sd: 0.2752, weight: 0.0463 },
      { name: 'pairs', mean: 0.4895, sd: 0.3919, weight: 0.262 },
      { name: 'runs', mean: 0.3946, sd: 0.4283, weight: 0.3119 },
      { name: 'rarestMissing', mean: 4.7966, sd: 4.0167, weight: -0.134 },
      { name: 'numbersMissing', mean: 0.1248, sd: 0.4149, weight: -0.1519 },
      { name: 'numbersOtherwise', mean: 0.0264, sd: 0.1603, weight: -0.1554 },
      { name: 'unitsOtherwise', mean: 0.0013, sd: 0.0353, weight: -0.0018 },
      { name: 'namesMissing', mean: 0.4506, sd: 0.8854, weight: -0.0027 },
      { name: 'namesSwapped', mean: 0.0493, sd: 0.2165, weight: -0.1393 },
      { name: 'negationOdd', mean: 0.1302, sd: 0.3365, weight: -0.1098 },
      { name: 'negationAdded', mean: 0.0734, sd: 0.2607, weight: -0.1676 },
      { name: 'negationScope', mean: 0.0801, sd: 0.2714, weight: -0.1484 },
      { name: 'oppositions', mean: 0.0214, sd: 0.1578, weight: -0.0214 },
      { name: 'sweeping', mean: 0.0195, sd: 0.1384, weight: -0.0347 },
      { name: 'chatty', mean: 0.1556, sd: 0.4755, weight: 0 },
      { name: 'mismatches', mean: 0.5148, sd: 0.7607, weight: -0.2396 },
      { name: 'contradictions', mean: 0.2927, sd: 0.5354, weight: -0.3015 },
    ],
    threshold: -0.9601,
    calibration: { offset: -0.1087, slope: 0.739, knee: -1.2692, bend: 0.7891 },
  },
  byWords: {
    intercept: -0.151,
    features: [
      { name: 'coverage', mean: 0.7184, sd: 0.2752, weight: 0.2102 },
      { name: 'pairs', mean: 0.4895, sd: 0.3919, weight: 0.3502 },
      { name: 'runs', mean: 0.3946, sd: 0.4283, weight: 0.3717 },
      { name: 'rarestMissing', mean: 4.7966, sd: 4.0167, weight: -0.195 },
      { name: 'numbersMissing', mean: 0.1248, sd: 0.4149, weight: -0.1478 },
      { name: 'numbersOtherwise', mean: 0.0264, sd: 0.1603, weight: -0.1417 },
      { name: 'unitsOtherwise', mean: 0.0013, sd: 0.0353, weight: -0.0024 },
      { name: 'namesMissing', mean: 0.4506, sd: 0.8854, weight: -0.0522 },
      { name: 'namesSwapped', mean: 0.0493, sd: 0.2165, weight: -0.1105 },
      { name: 'negationOdd', mean: 0.1302, sd: 0.3365, weight: -0.1197 },
      { name: 'negationAdded', mean: 0.0734, sd: 0.2607, weight: -0.1819 },
      { name: 'negationScope', mean: 0.0801, sd: 0.2714, weight: -0.149 },
      { name: 'oppositions', mean: 0.0214, sd: 0.1578, weight: -0.0133 },
      { name: 'sweeping', mean: 0.0195, sd: 0.1384, weight: -0.042 },
      { name: 'chatty', mean: 0.1556, sd: 0.4755, weight: 0 },
      { name: 'mismatches', mean: 0.5148, sd: 0.7607, weight: -0.2473 },
      { name: 'contradictions', mean: 0.2927, sd: 0.5354, weight: -0.2891 },
    ],
    threshold: -0.7205,
    calibration: { offset: -0.4304, slope: 0.547, knee: -1.2018, bend: 1.0911 },
  },
};

/** What the model was fitted on; hashes are of the whole files. */
export const SUPPORT_MODEL_SETS = [
  {
    name: 'scifact_train',
    used: 919,
    available: 919,
    weight: 3,
    origin: 'allenai/scifact; claims CC BY 4.0, abstracts ODC-By 1.0',
    sha256: 'ad70f07f777c3823abd386a40d1ddde98a9c71c4b8549830e694d8966f75afe6',
  },
  {
    name: 'synth_absent',
    used: 1200,
    available: 2556,
    weight: 1,
    origin:
      'made by rule from the other files: right claims beside similar passages, sentences beside their documents without them',
    sha256: '138f32a931d52a6ea3ccebe3407c3936e1d6e73d680b606148b5343fe149937f',
  },
  {
    name: 'synth_extract',
    used: 600,
    available: 1229,
    weight: 3,
    origin: 'made by rule: verbatim or trimmed sentences',
    sha256: '138f32a931d52a6ea3ccebe3407c3936e1d6e73d680b606148b5343fe149937f',
  },
  {
    name: 'synth_planted',
    used: 1000,
    available: 3566,
    weight: 1,
    origin: 'made by rule: one number, name, negation or entity changed',
    sha256: '138f32a931d52a6ea3ccebe3407c3936e1d6e73d680b606148b5343fe149937f',
  },
  {
    name: 'wice_partial',
    used: 269,
    available: 269,
    weight: 0.7,
    origin: 'ryokamoi/wice; annotations ODC-BY, Wikipedia text CC BY-SA 4.0',
    sha256: '292860d0be3b96299c4d61047478026442176b6231ac2ef62ad6f9281b50cab5',
  },
  {
    name: 'fever',
    used: 1200,
    available: 12973,
    weight: 0.6,
    origin: 'fever.ai; Wikipedia text CC BY-SA 3.0',
    sha256: '7b935a7eb1d2bf5c749767fbb64e8f57be1f7843301a3c4c40ff01271e1ecf20',
  },
  {
    name: 'summedits_sentences',
    used: 800,
    available: 2321,
    weight: 0.3,
    origin: 'salesforce/factualNLG (sales_call, sales_email, scitldr); Apache-2.0',
    sha256: 'd0c03171dde5b4ebd25139381e774a75272b2a98e8f310e61e84b581f19dba2d',
  },
  {
    name: 'halueval',
    used: 600,
    available: 1481,
    weight: 0.3,
    origin: 'RUCAIBox/HaluEval; MIT, Wikipedia text CC BY-SA 4.0',
    sha256: '2e985cad6fb14c4d8345773ffd060a924bd0388a401400b83d64a277474c6590',
  },
  {
    name: 'fm2',
    used: 600,
    available: 2547,
    weight: 0.1,
    origin: 'google-research/fool-me-twice; Apache-2.0, Wikipedia text CC BY-SA 3.0',
    sha256: 'eb99156c8b894989a6c508e97663d5724542469405b8d9dabb54bd08a1c1731d',
  },
  {
    name: 'scifact_dev',
    used: 339,
    available: 339,
    weight: 0,
    origin: 'as scifact_train',
    sha256: 'c6ceeefc155fb681132caf9b68bd3b022b76796ab358083269ed59352d11c548',
  },
  {
    name: 'wice_dev',
    used: 349,
    available: 349,
    weight: 0,
    origin: 'as wice_partial',
    sha256: '830e1a7b0d261bf528ddfaa128b691c57187a3aaa299db77abf7eda327348a61',
  },
] as const;
