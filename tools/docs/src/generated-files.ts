import { join } from 'node:path';
import { CONFIG_DEFINITIONS } from '@arbiter/standalone';
import { format, resolveConfig } from 'prettier';
import { openApiOf, ORCHESTRATOR_DOOR, RETRIEVER_DOOR, type PublishedDoor } from './api-documents.js';
import { accessPage } from './access-page.js';
import { environmentPage } from './environment-page.js';
import { operationsPage } from './operations-page.js';
import { REPOSITORY } from './repository-files.js';

export interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Every document that is derived from the code, as it must be committed. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  return [
    await markdownFile('docs/environment.md', environmentPage(CONFIG_DEFINITIONS)),
    await markdownFile('docs/api/README.md', operationsPage()),
    await markdownFile('docs/api/access.md', accessPage()),
    ...[ORCHESTRATOR_DOOR, RETRIEVER_DOOR].map(openApiFile),
  ];
}

function openApiFile(door: PublishedDoor): GeneratedFile {
  return { path: door.path, text: `${JSON.stringify(openApiOf(door), null, 2)}\n` };
}

/** Formatted like everything else here, or the check of the format would want it changed. */
async function markdownFile(path: string, text: string): Promise<GeneratedFile> {
  const options = await resolveConfig(join(REPOSITORY, path));
  return { path, text: await format(text, { ...options, parser: 'markdown' }) };
}
