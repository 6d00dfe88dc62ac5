import { matchesOutput, renamedIds } from './match-output.js';
import { readConsole, writeConsole, type Transcript, type TranscriptLibrary } from './transcripts.js';

/** Runs a script of a library, and gives what it wrote. */
export type RunScript = (library: TranscriptLibrary, script: string) => Promise<string>;

/** Fences that hold a script, and nothing of its output. */
const SCRIPTS = new Set(['sh', 'bash']);

/**
 * Runs the transcripts of a page, in order.
 *
 * @returns what each block must hold; null where it holds it already, or is a script
 */
export async function runTranscripts(transcripts: readonly Transcript[], run: RunScript): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  let lastOutput = '';
  for (const transcript of transcripts) {
    const { library, language, text, script } = transcript;
    if (SCRIPTS.has(language)) {
      lastOutput = await run(library, script ?? text);
      texts.push(null);
    } else if (script === null && language === 'console') {
      texts.push(await runConsole(transcript, run));
    } else {
      const output = script === null ? lastOutput : await run(library, script);
      texts.push(matchesOutput(text, output, language) ? null : output);
    }
  }
  return texts;
}

/** A later command may name what an earlier one gave: `answer_…`. */
async function runConsole({ library, text, language }: Transcript, run: RunScript): Promise<string | null> {
  const ids = new Map<string, string>();
  const steps = [];
  let isCurrent = true;
  for (const { command, output: shown } of readConsole(text)) {
    const now = [...ids].reduce((sofar, [before, after]) => sofar.replaceAll(before, after), command);
    const output = await run(library, now);
    for (const [before, after] of renamedIds(shown, output)) ids.set(before, after);
    isCurrent &&= matchesOutput(shown, output, language);
    steps.push({ command: now, output });
  }
  return isCurrent ? null : writeConsole(steps);
}
