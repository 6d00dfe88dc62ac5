import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { formatText } from './format-text.js';
import { readText, REPOSITORY, repositoryFiles } from './repository-files.js';
import { runTranscripts } from './run-transcripts.js';
import { TranscriptRunner } from './transcript-runner.js';
import { findTranscripts, replaceTranscripts, type TranscriptLibrary } from './transcripts.js';

/** `[--check] [page …]`: 0 when every transcript is current or was rewritten, 1 when one is not. */
async function main(words: readonly string[]): Promise<number> {
  const check = words.includes('--check');
  const named = words.filter((word) => word !== '--check');
  const pages = named.length > 0 ? named : repositoryFiles().filter((path) => path.endsWith('.md'));
  let stale = 0;
  for (const page of pages) {
    const transcripts = findTranscripts(readText(page) ?? '');
    if (transcripts.length === 0) continue;
    process.stderr.write(`${page}: ${transcripts.length} blocks\n`);
    const texts = await ofPage(page);
    transcripts.forEach(({ line }, index) => {
      if (texts[index] === null) return;
      stale += 1;
      process.stdout.write(`${check ? 'out of date' : 'written'}: ${page}:${line}\n`);
      if (check) process.stdout.write(`${(texts[index] ?? '').replace(/^/gm, '  ')}\n`);
    });
    if (!check) await write(page, texts);
  }
  return check && stale > 0 ? 1 : 0;
}

/** Every page has libraries of its own, so that none finds what another one changed. */
async function ofPage(page: string): Promise<(string | null)[]> {
  const runners = new Map<TranscriptLibrary, TranscriptRunner>();
  try {
    return await runTranscripts(findTranscripts(readText(page) ?? ''), async (library, script) => {
      const runner = runners.get(library) ?? (await TranscriptRunner.open(library));
      runners.set(library, runner);
      return runner.run(script);
    });
  } finally {
    for (const runner of runners.values()) await runner.close();
  }
}

async function write(page: string, texts: readonly (string | null)[]): Promise<void> {
  const path = join(REPOSITORY, page);
  const markdown = readFileSync(path, 'utf8');
  const rewritten = replaceTranscripts(markdown, findTranscripts(markdown), texts);
  if (rewritten === markdown) return;
  // The formatter lays out JSON in fences.
  writeFileSync(path, await formatText(rewritten, 'page.md'));
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`transcripts: ${ArbiterError.from(error).message}\n`);
  process.exitCode = 1;
}
