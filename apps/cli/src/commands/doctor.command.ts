import { ArbiterError, counted, doctor as doctorOperation, listCollections } from '@arbiter/contracts';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import type { DoctorFinding, Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import { toArbiterError } from '../terminal/report-error.js';
import type { Colours } from '../terminal/terminal.js';
import { examples, type Register } from './command-options.js';

export const registerDoctor: Register = (program, execute) => {
  program
    .command('doctor')
    .description(
      'Examine models, stores, broker and keys. Exit code 1 when something is broken; missing parts are no fault.',
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter doctor', 'examine this machine'],
        [
          'arbiter doctor --server http://127.0.0.1:3100',
          'examine a server; without the role admin, whether it answers',
        ],
      ]),
    )
    .action(() => execute(doctor));
};

export async function doctor(context: CommandContext): Promise<ExitCode> {
  const { env, cwd, options, terminal } = context;
  const findings =
    options.server === null
      ? await (await context.loadStandalone()).examine({ env, cwd })
      : await examineServer(context, options.server);
  printResult(context, { findings }, () => renderFindings(findings, terminal.outColours));
  return findings.some(({ status }) => status === 'error') ? EXIT.failed : EXIT.ok;
}

async function examineServer(context: CommandContext, server: string): Promise<DoctorFinding[]> {
  const name = 'server';
  const { signal } = context.interruption;
  try {
    return await withLibrary(context, { writes: false }, async (library) => {
      const { collections } = await library.request(listCollections, {}, { signal });
      const documents = collections.reduce((total, collection) => total + collection.documents, 0);
      const detail = `${server} answers: ${counted(documents, 'document')} in ${counted(collections.length, 'collection')}`;
      return [{ name, status: 'ok' as const, detail }, ...(await findingsOf(library, signal))];
    });
  } catch (thrown) {
    return [{ name, status: 'error', detail: toArbiterError(thrown).message }];
  }
}

/** What the server says of itself: nothing to others than admins, nor of a version that has no doctor. */
async function findingsOf(library: Library, signal: AbortSignal): Promise<DoctorFinding[]> {
  try {
    const { checks } = await library.request(doctorOperation, {}, { signal });
    return checks.map(({ name, status, detail, advice }) => ({
      name,
      status: FOUND[status],
      detail: advice === undefined || status === 'ok' ? detail : `${detail}. ${advice}`,
    }));
  } catch (thrown) {
    if (thrown instanceof ArbiterError && ['FORBIDDEN', 'NOT_FOUND'].includes(thrown.code)) return [];
    throw thrown;
  }
}

const FOUND = { ok: 'ok', warning: 'missing', failed: 'error' } as const;

const MARKS: Readonly<Record<DoctorFinding['status'], string>> = { ok: '✓', missing: '–', error: '✗' };

/** One line per finding, and under what is missing what it would add. */
export function renderFindings(findings: readonly DoctorFinding[], colours: Colours): string {
  const width = Math.max(0, ...findings.map(({ name }) => name.length));
  const paint = { ok: colours.green, missing: colours.dim, error: colours.red };
  return findings
    .flatMap(({ name, status, detail, adds }) => [
      `${paint[status](MARKS[status])} ${name.padEnd(width)}  ${detail}`,
      ...(adds === undefined || status === 'ok'
        ? []
        : [`${' '.repeat(width + 4)}${colours.dim(`would add: ${adds}`)}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
