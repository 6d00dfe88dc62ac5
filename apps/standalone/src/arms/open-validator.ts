import { openJudge } from '@arbiter/backends';
import {
  openCalibrations,
  openDecisionLog,
  openValidationModel,
  validationModelsOnDuty,
  ValidatorArmModule,
  type ValidatorSurroundings,
} from '@arbiter/validator-arm';
import type { StandaloneConfig } from '../standalone.config.js';
import type { OpenedArm, SharedSurroundings } from './opened-arm.js';

export async function openValidator(
  { validator: { values } }: StandaloneConfig,
  { cwd, readOnly, ids, logger, registry, embedder, reader }: SharedSurroundings,
  evaluation: Pick<ValidatorSurroundings, 'onAnswerRead'>,
): Promise<OpenedArm> {
  const languageModel = await openValidationModel(values);
  const judge = openJudge(values);
  // A reader of the library leaves nothing behind in it.
  const decisionLog = readOnly ? null : openDecisionLog(values, cwd);
  const ports = {
    ...{ embedder, languageModel, judge, decisionLog },
    reader: values.reader ? reader : null,
    calibrations: openCalibrations(values, cwd, !readOnly),
  };
  return {
    module: ValidatorArmModule.register(values, ports, { logger, registry, ids, ...evaluation }),
    checks: [],
    languageModels: validationModelsOnDuty({ languageModel }, values),
    models: {},
    async close() {
      await decisionLog?.flush();
      await languageModel?.close();
      await judge?.close();
    },
  };
}
