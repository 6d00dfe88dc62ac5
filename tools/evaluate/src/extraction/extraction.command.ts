import { resolve } from 'node:path';
import {
  describeRun,
  EVALUATION_SEED,
  examples,
  EXIT,
  figureWithInterval,
  findPackFolder,
  Latency,
  latencyOf,
  milliseconds,
  mutableIntervals,
  printResult,
  renderTable,
  RunDescription,
  Share,
  ShareInterval,
  writeRecords,
  type Colours,
  type CommandContext,
  type ExitCode,
  type Register,
} from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import { seededRandom, stratifiedBootstrapInterval } from '@arbiter/evaluation';
import { extractDocument, extractDocuments } from '@arbiter/extraction';
import { z } from 'zod';
import { compareExtraction, type ExtractionMeasurement, scoreOf } from './measure-extraction.js';
import { readPack, type LabelledPack } from './read-pack.js';

const METRICS = [
  'entityPrecision',
  'entityRecall',
  'entityF1',
  'typeAccuracy',
  'relationPrecision',
  'relationRecall',
  'relationF1',
  'relationF1Untyped',
  'aliasPrecision',
  'aliasRecall',
  'aliasF1',
] as const;
const Metric = z.enum(METRICS);

/** What `arbiter eval extraction --json` prints. */
export const ExtractionRun = z.object({
  command: z.literal('eval extraction'),
  dataset: z.string(),
  /** Labels: entities and relations. */
  n: z.int().min(1),
  metrics: z.record(Metric, Share),
  /** Of the entities and relations; none of figures over pairs of names. */
  ci95: z.record(Metric, ShareInterval.nullable()),
  /** Of a document. */
  latencyMs: Latency,
  counts: z.object({
    documents: z.int(),
    entities: z.object({ labelled: z.int(), found: z.int() }),
    relations: z.object({ labelled: z.int(), found: z.int(), doubtful: z.int() }),
  }),
  config: z.object({
    entityTypes: z.array(z.string()),
    relationTypes: z.array(z.string()),
    ...RunDescription.shape,
  }),
});
export type ExtractionRun = z.output<typeof ExtractionRun>;

interface ExtractionOptions {
  readonly domain: string;
  readonly relations: boolean;
  /** File to write what was found to. */
  readonly out?: string;
}

export const registerEvalExtraction: Register = (program, execute) => {
  program
    .command('extraction')
    .summary('measure entities and relations against labels')
    .description(
      'Extract the documents of a pack by rules, and compare with eval/entities.jsonl and eval/relations.jsonl. What the text ' +
        'tells as hearsay is left out.',
    )
    .requiredOption('-d, --domain <name>', "an installed domain, or a pack's folder")
    .option('--no-relations', "leave out the types of relations that the pack declares, as a stranger's pack has none")
    .option('--out <file>', 'write one JSON line per entity and relation found to a file')
    .addHelpText('after', examples([['arbiter eval extraction --domain lantern-coast --json', 'the sample domain']]))
    .action((options: ExtractionOptions) => execute((context) => evalExtraction(options, context)));
};

async function evalExtraction(options: ExtractionOptions, context: CommandContext): Promise<ExitCode> {
  const { env, cwd } = context;
  const { domainFolders } = await context.loadStandalone();
  const folder = await findPackFolder(options.domain, domainFolders({ env, cwd }), cwd);
  const read = await readPack(folder);
  if (read.entities.length + read.relations.length === 0)
    throw new ArbiterError('INVALID_REQUEST', `${folder} has no labels: eval/entities.jsonl and eval/relations.jsonl.`);
  const pack = options.relations ? read : { ...read, schema: { ...read.schema, relationTypes: [] } };
  const found = extractDocuments(pack.documents, pack.schema);
  if (options.out !== undefined)
    await writeRecords(resolve(cwd, options.out), [
      ...found.entities.map(({ id, name, type, aliases, definition }) => ({ id, name, type, aliases, definition })),
      ...found.relations,
    ]);
  const told = found.relations.filter(({ isDoubtful }) => !isDoubtful);
  const measured = compareExtraction({ entities: found.entities, relations: told }, pack);
  const run: ExtractionRun = {
    command: 'eval extraction',
    dataset: options.domain,
    n: pack.entities.length + pack.relations.length,
    metrics: metricsOf(measured),
    ci95: mutableIntervals(intervalsOf(measured)),
    latencyMs: timeDocuments(pack, context),
    counts: {
      documents: pack.documents.length,
      entities: { labelled: pack.entities.length, found: found.entities.length },
      relations: {
        labelled: pack.relations.length,
        found: told.length,
        doubtful: found.relations.length - told.length,
      },
    },
    config: {
      entityTypes: [...pack.schema.entityTypes],
      relationTypes: pack.schema.relationTypes.map(({ type }) => type),
      ...(await describeRun(context)),
    },
  };
  printResult(context, run, () => renderExtraction(run, context.terminal.outColours));
  return EXIT.ok;
}

function metricsOf(measured: ExtractionMeasurement): ExtractionRun['metrics'] {
  const { entities, relations, aliasClusters } = measured;
  return {
    entityPrecision: entities.precision,
    entityRecall: entities.recall,
    entityF1: entities.f1,
    typeAccuracy: measured.typeAccuracy,
    relationPrecision: relations.precision,
    relationRecall: relations.recall,
    relationF1: relations.f1,
    relationF1Untyped: measured.relationsUntyped.f1,
    aliasPrecision: aliasClusters.precision,
    aliasRecall: aliasClusters.recall,
    aliasF1: aliasClusters.f1,
  };
}

function intervalsOf({
  hits,
}: ExtractionMeasurement): Record<keyof ExtractionRun['metrics'], readonly [number, number] | null> {
  const random = seededRandom(EVALUATION_SEED);
  const interval = (of: 'entities' | 'relations', figure: 'precision' | 'recall' | 'f1') =>
    stratifiedBootstrapInterval(
      [hits[of].found, hits[of].wanted],
      ([found = [], wanted = []]) => scoreOf({ found, wanted })[figure],
      { random },
    );
  return {
    entityPrecision: interval('entities', 'precision'),
    entityRecall: interval('entities', 'recall'),
    entityF1: interval('entities', 'f1'),
    typeAccuracy: null,
    relationPrecision: interval('relations', 'precision'),
    relationRecall: interval('relations', 'recall'),
    relationF1: interval('relations', 'f1'),
    relationF1Untyped: null,
    aliasPrecision: null,
    aliasRecall: null,
    aliasF1: null,
  };
}

function timeDocuments({ documents, schema }: LabelledPack, { now }: CommandContext): ExtractionRun['latencyMs'] {
  return latencyOf(
    documents.map((document) => {
      const start = now();
      extractDocument(document, schema);
      return { latencyMs: now() - start };
    }),
  );
}

function renderExtraction({ metrics, ci95, counts, latencyMs }: ExtractionRun, colours: Colours): string {
  const { documents, entities, relations } = counts;
  return [
    colours.bold(
      `${documents} documents, ${entities.labelled} entities and ${relations.labelled} relations labelled, p50 ${milliseconds(latencyMs.p50)}`,
    ),
    '',
    ...renderTable([
      ['metric', 'value'],
      ...METRICS.map((metric) => [metric, figureWithInterval(metrics[metric], ci95[metric])]),
    ]),
    '',
    `${relations.doubtful} relations were told as hearsay and not counted.`,
    '',
  ].join('\n');
}
