import type { LanguageModelStage, LanguageModelTraits, StageOptions } from './language-model-stage.js';
import { describe } from '@jest/globals';
import { describeAnswers } from './answers.suite.js';
import { describeCancellation } from './cancellation.suite.js';
import { describeFailures } from './failures.suite.js';
import { describeToolsAndOutput } from './tools-and-output.suite.js';

/**
 * What every language model must do, whoever answers. Registers a `describe` block, so it is called where tests are.
 *
 * @param name of the model, for the report
 * @param traits where its vendor differs from others
 * @param open a new model and a vendor that follows a script; the suite closes both
 */
export function describeLanguageModel(
  name: string,
  traits: LanguageModelTraits,
  open: (options: StageOptions) => Promise<LanguageModelStage>,
): void {
  describe(`${name} as a LanguageModel`, () => {
    describeAnswers(traits, open);
    describeToolsAndOutput(traits, open);
    describeFailures(open);
    describeCancellation(open);
  });
}
