import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import {
  ArbiterError,
  calibrate as calibrateOperation,
  LabelledClaim,
  listFeedback,
  MIN_LABELLED_CLAIMS,
  type CalibrateResponse,
  type CalibrationFigures,
} from '@arbiter/contracts';
import { readJsonLines } from '@arbiter/evaluation';
import { z } from 'zod';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import type { Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import { renderTable } from '../render/format-text.js';
import type { Colours } from '../terminal/terminal.js';
import { examples, type Register } from './command-options.js';

export interface CalibrateOptions {
  readonly domain: string;
  /** Labelled pairs; the feedback on answers of the domain when absent. */
  readonly file?: string;
  /** Apply without asking. */
  readonly yes?: boolean;
}

export const registerCalibrate: Register = (program, execute) => {
  program
    .command('calibrate')
    .description(
      `Fit the probability of support and its threshold to at least ${MIN_LABELLED_CLAIMS} labelled claims: to the feedback on ` +
        'answers of the domain, or to a file of JSON Lines {claim, evidence, supported}. What would change is shown first: ' +
        'balanced accuracy and calibration error now, and of the new calibration on claims that it was not fitted on. ' +
        'It is used for validations of the domain once you agree.',
    )
    .requiredOption('--domain <name>', 'whose validations it is for: a domain, or a collection that belongs to none')
    .option('--file <file>', 'labelled pairs of claim and evidence')
    .option('--yes', 'use it without asking')
    .addHelpText(
      'after',
      examples([
        ['arbiter calibrate --domain lantern-coast', 'from feedback, and ask before it is used'],
        ['arbiter calibrate --domain handbook --file pairs.jsonl --yes', 'from labelled pairs, in a script'],
      ]),
    )
    .action((options: CalibrateOptions) => execute((context) => calibrate(options, context)));
};

/** Feedback that is learned from, the newest: with its passages it has to fit into one request. */
const NEWEST = 500;

/** Longest wait for thousands of pairs on a slow machine. */
const DEADLINE_MS = 300_000;

export async function calibrate(
  { domain, file, yes = false }: CalibrateOptions,
  context: CommandContext,
): Promise<ExitCode> {
  return withLibrary(context, { writes: true }, async (library) => {
    const pairs =
      file === undefined ? await pairsOfFeedback(library, domain, context) : await pairsOfFile(file, context);
    if (pairs.length < MIN_LABELLED_CLAIMS) {
      throw new ArbiterError(
        'INVALID_REQUEST',
        `There are ${pairs.length} labelled claims of "${domain}"; at least ${MIN_LABELLED_CLAIMS} are needed.`,
        { details: { pairs: pairs.length } },
      );
    }
    const call = { signal: context.interruption.signal, deadlineMs: DEADLINE_MS };
    if (yes) {
      const applied = await library.request(calibrateOperation, { domain, pairs, apply: true }, call);
      printResult(context, applied, () => renderCalibration(applied, context.terminal.outColours));
      return EXIT.ok;
    }
    const shown = await library.request(calibrateOperation, { domain, pairs, apply: false }, call);
    printResult(context, shown, () => renderCalibration(shown, context.terminal.outColours));
    if (!(await agrees(context))) {
      remark(context, 'Nothing was changed. With --yes it is used without asking.');
      return EXIT.ok;
    }
    await library.request(calibrateOperation, { domain, pairs, apply: true }, call);
    remark(context, `Validations of "${domain}" use it from now on.`);
    return EXIT.ok;
  });
}

async function pairsOfFile(file: string, { cwd }: CommandContext): Promise<LabelledClaim[]> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no ${file}.`, { cause });
  });
  // Lines may have ids and more, which nothing depends on.
  return readJsonLines(text, file, z.object(LabelledClaim.shape)).map(({ value }) => value);
}

async function pairsOfFeedback(library: Library, domain: string, context: CommandContext): Promise<LabelledClaim[]> {
  const { feedback } = await library.request(
    listFeedback,
    { domain, limit: NEWEST },
    { signal: context.interruption.signal },
  );
  return feedback.map(({ claim, evidence, supported }) => ({ claim, evidence, supported }));
}

/** Asks on the standard input; a program that reads JSON, and an input that has ended, have not agreed. */
async function agrees({ terminal, stdin, options, interruption }: CommandContext): Promise<boolean> {
  if (options.json) return false;
  terminal.err.write('Use it from now on? [y/N] ');
  const lines = createInterface({ input: Readable.from(stdin) });
  try {
    for await (const line of lines) {
      interruption.signal.throwIfAborted();
      return /^\s*y(?:es)?\s*$/i.test(line);
    }
    return false;
  } finally {
    lines.close();
  }
}

/** Before and after, side by side. */
export function renderCalibration(
  { calibration, applied, pairs, supported, before, after }: CalibrateResponse,
  colours: Colours,
): string {
  const row = (name: string, of: (figures: CalibrationFigures) => string): string[] => [name, of(before), of(after)];
  const lines = [
    colours.bold(
      `Support of claims in "${calibration.domain}": ${pairs} labelled claims, ${supported} of them supported`,
    ),
    ...renderTable([
      ['', 'now', 'after'],
      row('balanced accuracy', ({ balancedAccuracy }) => `${(100 * balancedAccuracy).toFixed(1)} %`),
      row('calibration error', ({ ece }) => ece.toFixed(3)),
      row('threshold', ({ threshold }) => threshold.toFixed(3)),
    ]),
    colours.dim('"after" is measured on claims that the calibration was not fitted on (ten folds).'),
    ...(applied ? [`In use from now on for validations of "${calibration.domain}".`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
