import {
  openRetrieverModels,
  RetrieverArmModule,
  synthesisModelsOnDuty,
  type OnSentencesJudged,
  type RetrieverArmPorts,
} from '@arbiter/retriever-arm';
import type { StandaloneConfig } from '../standalone.config.js';
import type { OpenedArm, SharedSurroundings } from './opened-arm.js';

export async function openRetriever(
  { retriever: { values } }: StandaloneConfig,
  ports: RetrieverArmPorts,
  { cwd, ids, reader, logger, registry }: SharedSurroundings,
  onSentencesJudged?: OnSentencesJudged,
): Promise<OpenedArm> {
  const models = await openRetrieverModels(values, { cwd, reader });
  return {
    module: RetrieverArmModule.register(values, ports, {
      ...{ models, ids, logger, registry },
      ...(onSentencesJudged && { onSentencesJudged }),
    }),
    checks: [],
    languageModels: synthesisModelsOnDuty(models),
    models: { 'The reranker': models },
    close: () => models.close(),
  };
}
