import { openApiOf, ORCHESTRATOR_DOOR, RETRIEVER_DOOR, type PublishedDoor } from './api-documents.js';
import { clientRoutes } from './client-routes.js';
import { DOCUMENTED_DEFINITIONS } from './documented-definitions.js';
import { formatText } from './format-text.js';
import { environmentPage } from './environment-page.js';
import { operationsPage } from './operations-page.js';

export interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Every document that is derived from the code, as it must be committed. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  return [
    await markdownFile('docs/environment.md', environmentPage(DOCUMENTED_DEFINITIONS)),
    await markdownFile('docs/api/README.md', operationsPage()),
    { path: 'libs/client/src/generated/routes.ts', text: await formatText(clientRoutes(), 'module.ts') },
    ...[ORCHESTRATOR_DOOR, RETRIEVER_DOOR].map(openApiFile),
  ];
}

function openApiFile(door: PublishedDoor): GeneratedFile {
  return { path: door.path, text: `${JSON.stringify(openApiOf(door), null, 2)}\n` };
}

async function markdownFile(path: string, text: string): Promise<GeneratedFile> {
  return { path, text: await formatText(text, 'page.md') };
}
