import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import {
  type ChangeMeasurement,
  type PrecisionRecall,
  seededRandom,
  STATE_METRICS,
  summariseAnswers,
  summariseState,
  type StateMetrics,
} from '@arbiter/evaluation';
import { Option } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { findPack } from '../domains/find-pack.js';
import { refuseServer } from '../evaluation/evaluation-store.js';
import { writeRecords } from '../evaluation/inputs.js';
import { type AskedState, measureState, stateQuestions } from '../evaluation/measure-state.js';
import { describeRun, EVALUATION_SEED, latencyOf } from '../evaluation/run-description.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderTable, share } from '../render/format-text.js';
import { examples, type Register } from './command-options.js';

interface EvalStateOptions {
  readonly domain: string;
  readonly part: string;
  readonly out?: string;
  readonly extract?: boolean;
}

export const registerEvalState: Register = (program, execute) => {
  program
    .command('state')
    .description(
      'Ask a domain the questions of its eval folder that name entities, and compare what is offered with what can be used. ' +
        "A pack's documents, sessions and changelog are read into a store of their own, which is kept for the next time.",
    )
    .requiredOption('-d, --domain <name>', "an installed domain, or the path of a pack's folder")
    .addOption(
      new Option('--part <part>', 'which part of a divided set').choices(['train', 'test', 'all']).default('all'),
    )
    .option('--extract', 'with the changelog that is extracted from the sessions, in place of that of the pack')
    .option('--out <file>', 'write one JSON line per question to a file')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval state -d lantern-coast --part train', 'the sample domain, with its changelog'],
        [
          'arbiter eval state -d lantern-coast --extract',
          'with what is read from its sessions, and how much of it is right',
        ],
      ]),
    )
    .action((options: EvalStateOptions) => execute((context) => evalState(options, context)));
};

async function evalState(options: EvalStateOptions, context: CommandContext): Promise<ExitCode> {
  refuseServer(context);
  const { cwd, env } = context;
  const { domainFolders } = await context.loadStandalone();
  const pack = await findPack(options.domain, domainFolders({ env, cwd }), cwd);
  const questions = await stateQuestions(pack, options.part);
  if (questions.length === 0)
    throw new ArbiterError(
      'INVALID_REQUEST',
      `No question of ${pack.domain} names entities in the part "${options.part}".`,
    );
  const changelog = options.extract ? 'extracted' : 'gold';
  const measured = await measureState(pack, questions, changelog, context);
  if ('exitCode' in measured) return measured.exitCode;
  const { asked, changes } = measured;
  if (options.out !== undefined)
    await writeRecords(
      resolve(cwd, options.out),
      asked.map(({ record }) => record),
    );
  const random = () => seededRandom(EVALUATION_SEED);
  const summary = summariseState(
    asked.map(({ judged }) => judged),
    random(),
  );
  const { confidenceEce, shownRight } = summariseAnswers(
    asked.map(({ answer }) => answer),
    random(),
  ).metrics;
  const report = {
    command: 'eval state',
    dataset: options.domain,
    ...summary,
    metrics: {
      ...summary.metrics,
      ...{ confidenceEce, shownRight },
      ...(changes && { changeF1: changes.changeF1 }),
    },
    ...(changes && { changes }),
    latencyMs: latencyOf(asked.map(({ record }) => record)),
    config: { domain: pack.domain, part: options.part, changelog, ...(await describeRun(context)) },
  };
  printResult(context, report, () => render(report, asked, changes));
  return EXIT.ok;
}

interface Report {
  readonly n: number;
  readonly metrics: StateMetrics & { readonly byType: Readonly<Record<string, StateMetrics & { readonly n: number }>> };
}

function render({ n, metrics }: Report, asked: readonly AskedState[], changes: ChangeMeasurement | null): string {
  const row = (name: string, count: number, of: StateMetrics): string[] => [
    name,
    String(count),
    ...STATE_METRICS.map((metric) => share(of[metric])),
  ];
  const stale = asked.filter(({ judged }) => judged.isStale).map(({ question }) => question.id);
  return [
    ...renderTable([
      ['type', 'n', ...STATE_METRICS],
      ...Object.entries(metrics.byType).map(([type, own]) => row(type, own.n, own)),
      row('all', n, metrics),
    ]),
    ...(stale.length > 0 ? ['', `offered what cannot be used: ${stale.join(', ')}`] : []),
    ...(changes ? ['', renderChanges(changes)] : []),
    '',
  ].join('\n');
}

function renderChanges({ changeF1, entities, relationships }: ChangeMeasurement): string {
  const of = ({ precision, recall }: PrecisionRecall): string =>
    `precision ${share(precision)}, recall ${share(recall)}`;
  return `changes of entities: changeF1 ${share(changeF1)}, ${of(entities)}; of relationships: ${of(relationships)}`;
}
