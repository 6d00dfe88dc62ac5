import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import { validate, type ValidationResult } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient } from '@arbiter/messaging';
import { createLogger, loadConfig, RandomIds, startArm } from '@arbiter/platform';
import type { Embedder } from '@arbiter/ports';
import { openCalibrations, validatorArmConfig, ValidatorArmModule } from '@arbiter/validator-arm';
import { Registry } from 'prom-client';
import type { ReadingMatter } from './reading-matter.js';

/** @param onBatch told how many tokens each run of the network has, padding included */
export type OpenEmbedder = (onBatch: (tokens: number) => void) => Embedder;

export const openShippedEmbedder: OpenEmbedder = (onBatch) =>
  createOnnxEmbedder({ onBatch: ({ tokens }) => onBatch(tokens) });

/** The validator arm with its defaults, over the bus of one process, whose network is counted. */
export class MeasuredValidator {
  private constructor(
    readonly embedder: Embedder,
    private readonly client: InProcessOperationClient,
    private readonly counted: { tokens: number },
    private readonly end: () => Promise<void>,
  ) {}

  static async start(open: OpenEmbedder = openShippedEmbedder): Promise<MeasuredValidator> {
    const cwd = await mkdtemp(join(tmpdir(), 'arbiter-bench-validate-'));
    const counted = { tokens: 0 };
    const embedder = open((tokens) => (counted.tokens += tokens));
    const { values } = loadConfig(validatorArmConfig, { env: {}, cwd });
    const ports = {
      embedder,
      languageModel: null,
      entailment: null,
      decisionLog: null,
      calibrations: openCalibrations(values, cwd),
    };
    const logger = createLogger({ name: 'bench', level: 'fatal', secrets: [] });
    const registry = new Registry();
    const bus = new InProcessBus();
    const arm = await startArm({
      app: 'validator-arm',
      version: '0.0.0',
      module: ValidatorArmModule.register(values, ports, { logger, registry, ids: new RandomIds() }),
      transports: [bus],
      doors: [],
      checks: [],
      logger,
      registry,
    });
    const client = new InProcessOperationClient(bus);
    return new MeasuredValidator(embedder, client, counted, async () => {
      await client.close();
      await arm.close();
      await embedder.close();
      await rm(cwd, { recursive: true });
    });
  }

  /** Tokens that have gone through the network so far, padding included. */
  get tokens(): number {
    return this.counted.tokens;
  }

  validate(matter: ReadingMatter): Promise<ValidationResult> {
    return this.client.request(validate, { ...matter, sources: [...matter.sources] });
  }

  close(): Promise<void> {
    return this.end();
  }
}
