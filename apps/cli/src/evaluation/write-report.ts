import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { renderRetrievalReport } from '../render/render-retrieval-report.js';
import type { RetrievalRun } from './retrieval-run.js';

/**
 * Writes the report of runs to a Markdown file, its plots beside it.
 *
 * @param file absolute
 */
export async function writeReport(file: string, runs: readonly RetrievalRun[]): Promise<void> {
  const { markdown, plots } = renderRetrievalReport(basename(file).replace(/\.md$/, ''), runs);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, markdown);
  for (const [name, svg] of plots) await writeFile(join(dirname(file), name), svg);
}
