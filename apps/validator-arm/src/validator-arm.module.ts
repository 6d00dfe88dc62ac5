import { resolve } from 'node:path';
import { FilesystemCalibrationStore, RotatingJsonLines } from '@arbiter/adapters-filesystem';
import {
  openEmbedder,
  openJudge,
  openReader,
  watchCache,
  watchCircuit,
  watchModelCaches,
  type EmbeddingSettings,
  type ReaderSettings,
} from '@arbiter/backends';
import type { Logger } from '@arbiter/platform';
import {
  SYSTEM_CLOCK,
  type AnswerJudge,
  type CalibrationStore,
  type Embedder,
  type IdGenerator,
  type LanguageModel,
  type Reader,
} from '@arbiter/ports';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Registry } from 'prom-client';
import type { AnswerChecker } from './checks/answer-checker.js';
import { AnswerReader, ReaderObserver } from './checks/answer-reader.js';
import { JudgeObserver, TextJudge } from './checks/text-judge.js';
import { CalibrationService } from './checks/calibration.service.js';
import { FeatureChecker } from './checks/feature-checker.js';
import type { OnAnswerRead } from './checks/usefulness-check.js';
import { DecisionObserver, type DecisionLog } from './decisions/decision.observer.js';
import { ResultCache } from './decisions/result-cache.js';
import { LanguageModelChecker, LanguageModelObserver } from './language-model/language-model-checker.js';
import { LanguageModelJudge } from './language-model/language-model-judge.js';
import { ProvenJudge } from './language-model/proven-judge.js';
import {
  describeValidator,
  openValidationModel,
  type ValidationModelSettings,
} from './language-model/open-validation-model.js';
import { GroundingSupportScorer } from './support/grounding-support-scorer.js';
import { supportThresholdsOf } from './support/support-scorer.js';
import { CLOCK, ValidationController } from './validation/validation.controller.js';
import { ValidationService } from './validation/validation.service.js';
import type { ValidatorArmConfig } from './validator-arm.config.js';

/** Everything outside of this arm that it needs. */
export interface ValidatorArmPorts {
  readonly embedder: Embedder;
  /** Null where features alone validate. */
  readonly languageModel: LanguageModel | null;
  /** Null where no model reads answers together with their questions. */
  readonly reader: Reader | null;
  /** Null where features alone judge what was written. */
  readonly judge: AnswerJudge | null;
  /** Null where decisions are not written down. */
  readonly decisionLog: DecisionLog | null;
  readonly calibrations: CalibrationStore;
}

export interface ValidatorSurroundings {
  readonly logger: Logger;
  readonly registry: Registry;
  /** Random: the fences of prompts are built from them. */
  readonly ids: IdGenerator;
  /** Longest wait for the language model, in milliseconds; absent: {@link MODEL_TIMEOUT_MS}. */
  readonly modelTimeoutMs?: number;
  /** Told what answers are judged by, to fit their confidence; absent where users are served. */
  readonly onAnswerRead?: OnAnswerRead;
}

/** Memory for results of requests that come again, in bytes. */
const CACHE_BYTES = 16 * 2 ** 20;
/** Size at which the decision log is put aside, in bytes. */
const LOG_BYTES = 10 * 2 ** 20;
/** Longest wait for the language model, in milliseconds: leaves the deadline of a validation, 15 s, room for the features. */
const MODEL_TIMEOUT_MS = 10_000;
/** Older files of the decision log that are kept beside the one that is written to. */
const KEPT_LOGS = 3;

/** Composition root of the validator arm: the only file of it that binds a port to an adapter. */
@Module({})
export class ValidatorArmModule {
  static register(
    config: ValidatorArmConfig,
    ports: ValidatorArmPorts,
    surroundings: ValidatorSurroundings,
  ): DynamicModule {
    const { logger, registry } = surroundings;
    logger.info(describeValidator(config));
    const features = new FeatureChecker(
      ports.embedder,
      new GroundingSupportScorer(),
      surroundings.onAnswerRead,
      readerOf(config, ports, surroundings),
      judgeOf(config, ports, surroundings),
    );
    const checker = checkerOf(features, config, ports, surroundings);
    const settings = { threshold: config.threshold };
    const identity = JSON.stringify([checker.identity, settings]);
    const { logQueries } = config;
    const results = new ResultCache(identity, CACHE_BYTES);
    watchModelCaches(registry, ports);
    watchCache(registry, 'validations', () => results.lookups);
    return {
      module: ValidatorArmModule,
      controllers: [ValidationController],
      providers: [
        { provide: ValidationService, useValue: new ValidationService(checker, settings) },
        { provide: ResultCache, useValue: results },
        {
          provide: DecisionObserver,
          useValue: new DecisionObserver({ logger, registry, clock: SYSTEM_CLOCK, log: ports.decisionLog, logQueries }),
        },
        {
          provide: CalibrationService,
          useValue: new CalibrationService(
            { store: ports.calibrations, checker: features, clock: SYSTEM_CLOCK },
            supportThresholdsOf(ports.embedder),
          ),
        },
        { provide: CLOCK, useValue: SYSTEM_CLOCK },
      ],
    };
  }
}

function readerOf(
  { readerTimeoutMs: timeoutMs }: ValidatorArmConfig,
  { reader }: ValidatorArmPorts,
  { logger, registry }: ValidatorSurroundings,
): AnswerReader | null {
  return reader && new AnswerReader({ reader, timeoutMs, observer: new ReaderObserver({ logger, registry }) });
}

function judgeOf(
  { readerTimeoutMs: timeoutMs }: ValidatorArmConfig,
  { judge }: ValidatorArmPorts,
  { logger, registry }: ValidatorSurroundings,
): TextJudge | null {
  return judge && new TextJudge({ judge, timeoutMs, observer: new JudgeObserver({ logger, registry }) });
}

function checkerOf(
  features: FeatureChecker,
  { validationLlm }: ValidatorArmConfig,
  { languageModel }: ValidatorArmPorts,
  { logger, registry, ids, modelTimeoutMs = MODEL_TIMEOUT_MS }: ValidatorSurroundings,
): AnswerChecker {
  if (!languageModel) return features;
  watchCircuit(languageModel, 'validate', { registry, logger });
  const judge = new LanguageModelJudge({ model: languageModel, ids, clock: SYSTEM_CLOCK }, modelTimeoutMs);
  const isWriter = validationLlm === 'writer';
  return new LanguageModelChecker(
    features,
    isWriter ? new ProvenJudge(judge, SYSTEM_CLOCK, logger) : judge,
    isWriter ? 'unsure' : 'all',
    new LanguageModelObserver({ logger, registry }),
  );
}

/** @param writable false for a reader of the data directory */
export function openCalibrations(
  { dataDir }: Pick<ValidatorArmConfig, 'dataDir'>,
  cwd: string,
  writable = true,
): CalibrationStore {
  return new FilesystemCalibrationStore({ path: resolve(cwd, dataDir, 'validator', 'calibrations'), writable });
}

/** @returns what writes decisions into the data directory, null where that is turned off */
export function openDecisionLog(
  config: Pick<ValidatorArmConfig, 'dataDir' | 'logDecisions'>,
  cwd: string,
): RotatingJsonLines | null {
  if (!config.logDecisions) return null;
  return new RotatingJsonLines({
    path: resolve(cwd, config.dataDir, 'validator', 'decisions.jsonl'),
    maxBytes: LOG_BYTES,
    keep: KEPT_LOGS,
  });
}

/**
 * The embedder that the retriever searches with (the arms choose it by the same variables), and the language model of
 * VALIDATION_LLM.
 *
 * @throws ArbiterError INVALID_REQUEST for a model with unknown or different dimensions, or an unavailable language model
 */
export async function bindValidatorPorts(
  config: EmbeddingSettings & ReaderSettings & ValidationModelSettings & Parameters<typeof openDecisionLog>[0],
  cwd: string,
): Promise<ValidatorArmPorts & { close(): Promise<void> }> {
  const languageModel = await openValidationModel(config);
  const reader = openReader(config);
  const judge = openJudge(config);
  const embedder = openEmbedder(config);
  const decisionLog = openDecisionLog(config, cwd);
  return {
    embedder,
    languageModel,
    reader,
    judge,
    decisionLog,
    calibrations: openCalibrations(config, cwd),
    async close() {
      await languageModel?.close();
      await reader?.close();
      await judge?.close();
      await decisionLog?.flush();
      await embedder.close();
    },
  };
}
