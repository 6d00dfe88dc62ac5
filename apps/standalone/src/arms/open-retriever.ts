import {
  openRetrieverModels,
  RetrieverArmModule,
  retrieverModelsOnDuty,
  type OnSentencesJudged,
  type RetrieverArmPorts,
} from '@arbiter/retriever-arm';
import type { StandaloneConfig } from '../standalone.config.js';
import type { OpenedArm, SharedSurroundings } from './opened-arm.js';

export async function openRetriever(
  { retriever: { values } }: StandaloneConfig,
  ports: RetrieverArmPorts,
  { cwd, ids, reader, logger, registry, client }: SharedSurroundings,
  onSentencesJudged?: OnSentencesJudged,
): Promise<OpenedArm> {
  const models = await openRetrieverModels(values, { cwd, reader });
  return {
    module: RetrieverArmModule.register(values, ports, {
      ...{ models, ids, logger, registry, client },
      ...(onSentencesJudged && { onSentencesJudged }),
    }),
    checks: [],
    languageModels: retrieverModelsOnDuty(models),
    models: { 'The reranker': models },
    close: () => models.close(),
  };
}
