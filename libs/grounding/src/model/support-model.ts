import type { SupportModel } from './predict-support.js';

/**
 * Written by tools/train-support on 2026-11-22; its README has the command. Similarities may only count for a claim, and
 * mismatches only against it; threshold and calibration are of the development sets.
 *
 * - with vectors: balanced accuracy / AUROC scifact_dev 74.3 / 81.6, wice_dev 72.6 / 79.0; of models that have not seen the set scifact 68.8 / 76.4, wice 71.3 / 79.0, fever 65.3 / 73.5, summedits 55.8 / 56.2, halueval 61.2 / 69.6, fm2 55.7 / 58.8
 * - by words alone: balanced accuracy / AUROC scifact_dev 74.9 / 77.2, wice_dev 69.8 / 78.6; of models that have not seen the set scifact 68.6 / 74.0, wice 69.8 / 78.5, fever 64.8 / 73.1, summedits 57.8 / 58.5, halueval 64.0 / 71.8, fm2 55.5 / 59.8
 */
export const SUPPORT_MODELS: { readonly withVectors: SupportModel; readonly byWords: SupportModel } = {
  withVectors: {
    intercept: -0.775,
    features: [
      { name: 'evidenceCosine', mean: 0.5919, sd: 0.1768, weight: 0.1131 },
      { name: 'windowCosine', mean: 0.6101, sd: 0.1778, weight: 0.1493 },
      { name: 'alignment', mean: 0.7031, sd: 0.1562, weight: 0.139 },
      { name: 'windowAlignment', mean: 0.6854, sd: 0.1598, weight: 0.1008 },
      { name: 'weakestAlignment', mean: 0.4063, sd: 0.215, weight: 0.0848 },
      { name: 'togetherness', mean: 0.6343, sd: 0.2837, weight: 0.0719 },
      { name: 'unaligned', mean: 0.2387, sd: 0.2393, weight: -0.1501 },
      { name: 'coverage', mean: 0.6319, sd: 0.2622, weight: 0.0214 },
      { name: 'pairs', mean: 0.3442, sd: 0.3321, weight: 0.1806 },
      { name: 'runs', mean: 0.2313, sd: 0.3382, weight: 0.2069 },
      { name: 'rarestMissing', mean: 6.188, sd: 3.5431, weight: -0.1035 },
      { name: 'numbersMissing', mean: 0.1555, sd: 0.4677, weight: -0.2157 },
      { name: 'numbersOtherwise', mean: 0.0282, sd: 0.1654, weight: -0.1736 },
      { name: 'unitsOtherwise', mean: 0.0015, sd: 0.0388, weight: -0.0048 },
      { name: 'namesMissing', mean: 0.5803, sd: 0.9645, weight: -0.05 },
      { name: 'namesSwapped', mean: 0.0492, sd: 0.2162, weight: -0.104 },
      { name: 'negationOdd', mean: 0.1355, sd: 0.3423, weight: -0.1131 },
      { name: 'negationAdded', mean: 0.0686, sd: 0.2528, weight: -0.1567 },
      { name: 'negationScope', mean: 0.0809, sd: 0.2726, weight: -0.1376 },
      { name: 'oppositions', mean: 0.0272, sd: 0.1787, weight: -0.0746 },
      { name: 'sweeping', mean: 0.0244, sd: 0.1542, weight: -0.0733 },
      { name: 'chatty', mean: 0.1141, sd: 0.4121, weight: -0.0403 },
    ],
    threshold: -1.0315,
    slope: 1.678,
    offset: 1.199,
  },
  byWords: {
    intercept: -0.7103,
    features: [
      { name: 'coverage', mean: 0.6319, sd: 0.2622, weight: 0.2199 },
      { name: 'pairs', mean: 0.3442, sd: 0.3321, weight: 0.283 },
      { name: 'runs', mean: 0.2313, sd: 0.3382, weight: 0.2615 },
      { name: 'rarestMissing', mean: 6.188, sd: 3.5431, weight: -0.1571 },
      { name: 'numbersMissing', mean: 0.1555, sd: 0.4677, weight: -0.2134 },
      { name: 'numbersOtherwise', mean: 0.0282, sd: 0.1654, weight: -0.1594 },
      { name: 'unitsOtherwise', mean: 0.0015, sd: 0.0388, weight: -0.0065 },
      { name: 'namesMissing', mean: 0.5803, sd: 0.9645, weight: -0.1137 },
      { name: 'namesSwapped', mean: 0.0492, sd: 0.2162, weight: -0.0698 },
      { name: 'negationOdd', mean: 0.1355, sd: 0.3423, weight: -0.121 },
      { name: 'negationAdded', mean: 0.0686, sd: 0.2528, weight: -0.1696 },
      { name: 'negationScope', mean: 0.0809, sd: 0.2726, weight: -0.1361 },
      { name: 'oppositions', mean: 0.0272, sd: 0.1787, weight: -0.0592 },
      { name: 'sweeping', mean: 0.0244, sd: 0.1542, weight: -0.0821 },
      { name: 'chatty', mean: 0.1141, sd: 0.4121, weight: -0.0377 },
    ],
    threshold: -0.8643,
    slope: 1.7413,
    offset: 1.2516,
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
    weight: 1.5,
    origin:
      'made by rule from the other files: right claims beside similar passages, sentences beside their documents without them',
    sha256: '138f32a931d52a6ea3ccebe3407c3936e1d6e73d680b606148b5343fe149937f',
  },
  {
    name: 'synth_extract',
    used: 600,
    available: 1229,
    weight: 1,
    origin: 'made by rule: verbatim or trimmed sentences',
    sha256: '138f32a931d52a6ea3ccebe3407c3936e1d6e73d680b606148b5343fe149937f',
  },
  {
    name: 'synth_planted',
    used: 1000,
    available: 3566,
    weight: 0.5,
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
