import type { SupportModel } from './predict-support.js';

/**
 * Written by tools/train-support on 2026-11-22; its README has the command. Similarities may only count for a claim, and
 * mismatches only against it; threshold and calibration are of the development sets.
 *
 * - with vectors: balanced accuracy / AUROC scifact_dev 74.3 / 81.6, wice_dev 72.4 / 78.9; of models that have not seen the set scifact 68.9 / 76.4, wice 71.1 / 78.9, fever 65.2 / 73.5, summedits 55.5 / 56.3, halueval 61.2 / 69.7, fm2 55.7 / 58.7
 * - by words alone: balanced accuracy / AUROC scifact_dev 74.5 / 77.3, wice_dev 70.2 / 78.6; of models that have not seen the set scifact 68.6 / 74.0, wice 69.5 / 78.5, fever 64.6 / 73.0, summedits 57.3 / 58.5, halueval 64.0 / 71.8, fm2 55.5 / 59.8
 */
export const SUPPORT_MODELS: { readonly withVectors: SupportModel; readonly byWords: SupportModel } = {
  withVectors: {
    intercept: -0.7753,
    features: [
      { name: 'evidenceCosine', mean: 0.5919, sd: 0.1768, weight: 0.113 },
      { name: 'windowCosine', mean: 0.6101, sd: 0.1778, weight: 0.1495 },
      { name: 'alignment', mean: 0.7031, sd: 0.1562, weight: 0.1385 },
      { name: 'windowAlignment', mean: 0.6854, sd: 0.1598, weight: 0.1006 },
      { name: 'weakestAlignment', mean: 0.4064, sd: 0.2149, weight: 0.0856 },
      { name: 'togetherness', mean: 0.6344, sd: 0.2835, weight: 0.0718 },
      { name: 'unaligned', mean: 0.2387, sd: 0.2393, weight: -0.15 },
      { name: 'coverage', mean: 0.6319, sd: 0.2622, weight: 0.0217 },
      { name: 'pairs', mean: 0.3443, sd: 0.3322, weight: 0.1808 },
      { name: 'runs', mean: 0.2313, sd: 0.3382, weight: 0.2067 },
      { name: 'rarestMissing', mean: 6.188, sd: 3.5431, weight: -0.1034 },
      { name: 'numbersMissing', mean: 0.1557, sd: 0.468, weight: -0.2144 },
      { name: 'numbersOtherwise', mean: 0.0282, sd: 0.1654, weight: -0.1738 },
      { name: 'unitsOtherwise', mean: 0.0015, sd: 0.0388, weight: -0.0048 },
      { name: 'namesMissing', mean: 0.5799, sd: 0.9646, weight: -0.0504 },
      { name: 'namesSwapped', mean: 0.049, sd: 0.2159, weight: -0.1058 },
      { name: 'negationOdd', mean: 0.1355, sd: 0.3423, weight: -0.113 },
      { name: 'negationAdded', mean: 0.0686, sd: 0.2528, weight: -0.1566 },
      { name: 'negationScope', mean: 0.0809, sd: 0.2727, weight: -0.1377 },
      { name: 'oppositions', mean: 0.0252, sd: 0.1621, weight: -0.0729 },
      { name: 'sweeping', mean: 0.0244, sd: 0.1542, weight: -0.0733 },
      { name: 'chatty', mean: 0.1141, sd: 0.4121, weight: -0.0403 },
    ],
    threshold: -1.0345,
    slope: 1.6758,
    offset: 1.1961,
  },
  byWords: {
    intercept: -0.7105,
    features: [
      { name: 'coverage', mean: 0.6319, sd: 0.2622, weight: 0.2201 },
      { name: 'pairs', mean: 0.3443, sd: 0.3322, weight: 0.2832 },
      { name: 'runs', mean: 0.2313, sd: 0.3382, weight: 0.2615 },
      { name: 'rarestMissing', mean: 6.188, sd: 3.5431, weight: -0.1571 },
      { name: 'numbersMissing', mean: 0.1557, sd: 0.468, weight: -0.2123 },
      { name: 'numbersOtherwise', mean: 0.0282, sd: 0.1654, weight: -0.1596 },
      { name: 'unitsOtherwise', mean: 0.0015, sd: 0.0388, weight: -0.0065 },
      { name: 'namesMissing', mean: 0.5799, sd: 0.9646, weight: -0.114 },
      { name: 'namesSwapped', mean: 0.049, sd: 0.2159, weight: -0.0715 },
      { name: 'negationOdd', mean: 0.1355, sd: 0.3423, weight: -0.1209 },
      { name: 'negationAdded', mean: 0.0686, sd: 0.2528, weight: -0.1695 },
      { name: 'negationScope', mean: 0.0809, sd: 0.2727, weight: -0.1362 },
      { name: 'oppositions', mean: 0.0252, sd: 0.1621, weight: -0.0574 },
      { name: 'sweeping', mean: 0.0244, sd: 0.1542, weight: -0.082 },
      { name: 'chatty', mean: 0.1141, sd: 0.4121, weight: -0.0377 },
    ],
    threshold: -0.8576,
    slope: 1.7409,
    offset: 1.2508,
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
