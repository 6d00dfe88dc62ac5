import type { ArmDoor } from '@arbiter/platform';
import { mountMcp } from './mcp/mount-mcp.js';
import { mountOpenAi } from './openai/mount-openai.js';
import { openAiErrorBodyOf } from './openai/openai-errors.js';
import type { OrchestratorConfig } from './orchestrator.config.js';

/** What the orchestrator's door speaks beside its own operations: the Model Context Protocol, and OpenAI's. */
export function otherProtocols(
  values: Pick<OrchestratorConfig, 'toolsMayIngest' | 'publicUrl'>,
): Pick<ArmDoor, 'guardedRoutes' | 'errorBodyOf'> {
  const mounts = [mountMcp(values), mountOpenAi(values.publicUrl)];
  return {
    guardedRoutes: (router, behind) => mounts.forEach((mount) => mount(router, behind)),
    errorBodyOf: openAiErrorBodyOf,
  };
}
