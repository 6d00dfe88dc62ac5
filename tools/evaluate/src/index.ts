import type { DeveloperEvaluations } from '@arbiter/cli';
import { registerEvalClassify } from './classify/classify.command.js';
import { registerEvalExtraction } from './extraction/extraction.command.js';
import { registerEvalGrounding } from './grounding/grounding.command.js';
import { registerEvalMultihop } from './multihop/multihop.command.js';
import { registerEvalPages } from './pages/pages.command.js';
import { registerEvalPerturbations } from './perturbations/perturbations.command.js';
import { registerEvalReading } from './reading/reading.command.js';
import { writeReport } from './report/make-report.js';

/** `arbiter eval` loads this package by its name in a clone of the repository. */
export const developerEvaluations: DeveloperEvaluations = {
  register: (evaluation, execute) => {
    registerEvalMultihop(evaluation, execute);
    registerEvalClassify(evaluation, execute);
    registerEvalGrounding(evaluation, execute);
    registerEvalPerturbations(evaluation, execute);
    registerEvalReading(evaluation, execute);
    registerEvalExtraction(evaluation, execute);
    registerEvalPages(evaluation, execute);
  },
  writeReport,
};
