import { listCollections } from '@arbiter/contracts';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { counted } from '../render/counted.js';
import { withLibrary } from '../library/open-library.js';
import type { DoctorFinding } from '../library/standalone.module.js';
import { toArbiterError } from '../terminal/report-error.js';
import { renderFindings } from '../render/render-findings.js';
import { examples, type Register } from './register.js';

export const registerDoctor: Register = (program, execute) => {
  program
    .command('doctor')
    .description(
      'Examine models, stores, broker and keys. Exit code 1 when something is broken; what is merely missing is no fault.',
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter doctor', 'examine this machine'],
        ['arbiter doctor --server http://127.0.0.1:3100', 'examine whether a server answers'],
      ]),
    )
    .action(() => execute(doctor));
};

export async function doctor(context: CommandContext): Promise<ExitCode> {
  const { env, cwd, options, terminal } = context;
  const findings =
    options.server === null
      ? await (await context.loadStandalone()).examine({ env, cwd })
      : [await examineServer(context, options.server)];
  printResult(context, { findings }, () => renderFindings(findings, terminal.outColours));
  return findings.some(({ status }) => status === 'error') ? EXIT.failed : EXIT.ok;
}

async function examineServer(context: CommandContext, server: string): Promise<DoctorFinding> {
  const name = 'server';
  try {
    return await withLibrary(context, { writes: false }, async (library) => {
      const { collections } = await library.request(listCollections, {}, { signal: context.interruption.signal });
      const documents = collections.reduce((total, collection) => total + collection.documents, 0);
      const detail = `${server} answers: ${counted(documents, 'document')} in ${counted(collections.length, 'collection')}`;
      return { name, status: 'ok', detail };
    });
  } catch (thrown) {
    return { name, status: 'error', detail: toArbiterError(thrown).message };
  }
}
