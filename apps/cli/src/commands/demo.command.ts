import { readFile } from 'node:fs/promises';
import { Answer, CollectionName, ingestDomain } from '@arbiter/contracts';
import { matchesAnswer } from '@arbiter/evaluation';
import { z } from 'zod';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { armSettings } from '../evaluation/run-description.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { seeThroughJobs } from '../ingestion/see-through-jobs.js';
import type { Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import { renderAnswer } from '../render/render-answer.js';
import { renderCounts } from '../render/render-ingestion.js';
import { askLibrary } from '../questions/ask-library.js';
import { examples, type Register } from './command-options.js';

/** Apart from the user's own library, so that nothing of the sample turns up there. */
const DEMO_DATA_DIR = '.arbiter/demo';

/**
 * No other service waits for these answers, so on a slow machine the demo takes longer rather than skip steps. Past the usual
 * five seconds an answer would be written, and checked, without having been read. The environment takes precedence.
 */
const PATIENCE: Readonly<Record<string, string>> = {
  READER_TIMEOUT_MS: '14000',
};

interface DemoAnswer extends DemoQuestion {
  readonly answer: Answer;
  /** What is wrong with it; null when nothing is. */
  readonly surprise: string | null;
}

export const registerDemo: Register = (program, execute) => {
  program
    .command('demo')
    .description(
      `Read the sample domain into a library of its own (${DEMO_DATA_DIR}) and ask it four questions, the last of which ` +
        'must be declined. Exit code 1 when one ends otherwise than it should.',
    )
    .addHelpText('after', examples([['arbiter demo', 'see what Arbiter does']]))
    .action(() => execute((context) => demo(context)));
};

export async function demo(context: CommandContext): Promise<ExitCode> {
  const script = await readDemoScript();
  const env = { ...PATIENCE, ...context.env, ARBITER_DATA_DIR: context.options.dataDir ?? DEMO_DATA_DIR };
  return withLibrary({ ...context, env }, { writes: true }, async (library) => {
    const started = context.now();
    remark(context, `Reading the domain ${script.domain} into ${library.place}`);
    const { signal } = context.interruption;
    const { jobs: queued } = await library.request(ingestDomain, { domain: script.domain }, { signal });
    const { exitCode, ...ingestion } = await seeThroughJobs(library, queued, context);
    if (exitCode !== EXIT.ok) {
      printResult(context, { domain: script.domain, ingestion, answers: [], asExpected: false }, () => '');
      return exitCode;
    }
    say(context, `${renderCounts(ingestion).trimEnd()}, ${seconds(context.now() - started)}\n`);
    const answers = await askAll(library, script.questions, script.domain, context);
    const asExpected = answers.every(({ surprise }) => surprise === null);
    const threshold = await showingThreshold(context);
    printResult(context, { domain: script.domain, ingestion, answers, threshold, asExpected }, () =>
      renderEnd(answers),
    );
    return asExpected ? EXIT.ok : EXIT.failed;
  });
}

/** Confidence from which an answer is shown, 0–1; null when the configuration does not say. */
async function showingThreshold(context: CommandContext): Promise<number | null> {
  const { VALIDATION_CONFIDENCE_THRESHOLD: threshold = null } = await armSettings('validator', context);
  return threshold === null ? null : Number(threshold);
}

async function askAll(
  library: Library,
  questions: readonly DemoQuestion[],
  domain: string,
  context: CommandContext,
): Promise<DemoAnswer[]> {
  const { outColours } = context.terminal;
  const answers: DemoAnswer[] = [];
  for (const [index, item] of questions.entries()) {
    // The sample domain goes on in sessions; the script asks about its documents, the world before them.
    const answer = await askLibrary(library, { query: item.question, domain, asOfSession: 0 }, context);
    answers.push({ ...item, answer, surprise: findSurprise(item, answer) });
    const heading = `${index + 1}. ${item.question}`;
    say(
      context,
      `\n${outColours.cyan(heading)} ${outColours.dim(`(${item.kind})`)}\n\n${renderAnswer(answer, outColours)}`,
    );
  }
  return answers;
}

function renderEnd(answers: readonly DemoAnswer[]): string {
  const surprises = answers.filter(({ surprise }) => surprise !== null);
  if (surprises.length > 0) {
    const lines = surprises.map(({ question, surprise }) => `  "${question}" ${surprise ?? ''}`);
    return `\nNot as it should be:\n${lines.join('\n')}\n`;
  }
  return [
    '',
    'What to run next:',
    '  npx arbiter ingest PATH            read your own folder of documents',
    '  npx arbiter ask "your question"    and ask it',
    '  npm start                          serve it on http://127.0.0.1:3100',
    '  npx arbiter doctor                 list what is installed, and what each missing part would add',
    '',
  ].join('\n');
}

/** As it comes, for people; programs get the one object at the end. */
function say({ terminal, options }: CommandContext, text: string): void {
  if (!options.json) terminal.out.write(text);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

export const DemoQuestion = z.strictObject({
  /** What the question shows, for people. */
  kind: z.string(),
  question: z.string(),
  /** What must come about. */
  expected: Answer.shape.status,
  /** What an answer must say to be the right one. */
  mustMention: z.array(z.string()),
});
export type DemoQuestion = z.output<typeof DemoQuestion>;

const DemoScript = z.strictObject({ domain: CollectionName, questions: z.array(DemoQuestion).min(1) });
export type DemoScript = z.output<typeof DemoScript>;

/** Of this package. */
const SCRIPT = new URL('../../demo/questions.json', import.meta.url);

/** What the demo ingests and asks; the answers are the library's own. */
export async function readDemoScript(): Promise<DemoScript> {
  return DemoScript.parse(JSON.parse(await readFile(SCRIPT, 'utf8')));
}

/** What is wrong with the answer to a question of the demo, in words that follow the question; null when nothing is. */
export function findSurprise({ expected, mustMention }: DemoQuestion, { status, answer }: Answer): string | null {
  if (status !== expected) return `should have been ${expected} and was ${status}`;
  if (status === 'declined') return null;
  const { missing } = matchesAnswer(answer, { answers: [], mustMention });
  return missing.length === 0 ? null : `should have said ${missing.map((words) => `"${words}"`).join(' and ')}`;
}
