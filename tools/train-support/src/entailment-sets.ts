import type { TrainingSet } from './training-sets.js';

/** A set that an entailment model is trained or measured on; how much each counts is said where it is trained. */
export type EntailmentSet = Pick<TrainingSet, 'name' | 'file' | 'origin'>;

const WIKIPEDIA = 'Wikipedia text CC BY-SA';

/** Whole files: a cross-encoder learns from sets that teach a regression only that similarity is worthless. */
export const ENTAILMENT_SETS: readonly EntailmentSet[] = [
  set('conjnli_train', `swarnaHub/ConjNLI; MIT, ${WIKIPEDIA}`),
  set('fever_dev_pairs', `fever.ai; ${WIKIPEDIA} 3.0`),
  set('fever_symmetric', `TalSchuster/FeverSymmetric v0.2; ${WIKIPEDIA} 3.0`),
  set('fm2_train', `google-research/fool-me-twice; Apache-2.0, ${WIKIPEDIA} 3.0`),
  set('halueval_qa_train', `RUCAIBox/HaluEval; MIT, ${WIKIPEDIA} 4.0`),
  set('med_monotonicity', 'verypluming/MED; CC BY-SA 4.0'),
  set('negnli_train', 'mosharafhossain/negation-and-nli; MIT, SNLI CC BY-SA 4.0, MNLI OANC terms'),
  set('scifact_train', 'allenai/scifact; claims CC BY 4.0, abstracts ODC-By 1.0'),
  set('scifact_dev', 'as scifact_train; measured on, never trained on'),
  set('wice_train_partial', `ryokamoi/wice; annotations ODC-BY, ${WIKIPEDIA} 4.0`),
  set('wice_dev', 'as wice_train_partial; measured on, never trained on'),
  set('summedits_train', 'salesforce/factualNLG (sales_call, sales_email, scitldr); Apache-2.0'),
  set('summedits_sentences_train', 'as summedits_train, cut into sentences'),
  set('synth_train', 'made by rule from the other files'),
];

function set(name: string, origin: string): EntailmentSet {
  return { name, file: `${name}.jsonl`, origin };
}
