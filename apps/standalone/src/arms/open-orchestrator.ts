import {
  libraryCheck,
  bindOrchestratorPorts,
  bindRedaction,
  limitQuestions,
  OrchestratorModule,
  type PackFolders,
} from '@arbiter/orchestrator';
import { diskCheck } from '@arbiter/platform';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import type { StandaloneConfig } from '../standalone.config.js';
import type { OpenedArm, SharedSurroundings } from './opened-arm.js';

export async function openOrchestrator(
  { orchestrator: { values } }: StandaloneConfig,
  packs: PackFolders,
  { cwd, readOnly, ids, logger, registry, client }: SharedSurroundings,
): Promise<OpenedArm> {
  const bound = await bindOrchestratorPorts(values, cwd, packs, readOnly ? 'read' : 'write');
  const redaction = bindRedaction(bound, client);
  const ports = { ...bound, redaction, client, clock: SYSTEM_CLOCK, ids };
  return {
    module: OrchestratorModule.register(values, ports, { registry, logger }),
    checks: [...(readOnly ? [] : [diskCheck('records', bound.directory)]), libraryCheck(client)],
    concurrency: limitQuestions(values.maxQuestions),
    languageModels: [],
    models: {},
    // A command that has deleted something ends before the next look. What fails here is found by the next process.
    finish: async () => {
      await redaction?.catchUp().catch(() => undefined);
    },
    close: () => bound.close(),
  };
}
