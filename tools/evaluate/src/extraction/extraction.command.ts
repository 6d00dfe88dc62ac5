import {
  defineEvaluation,
  findPackFolder,
  latencyOf,
  metricTable,
  type EvaluationContext,
  type RunOf,
} from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import { stratifiedBootstrapInterval, type RandomSource } from '@arbiter/evaluation';
import { extractDocument, extractDocuments } from '@arbiter/extraction';
import { compareExtraction, type ExtractionMeasurement, scoreOf } from './measure-extraction.js';
import { readPack } from './read-pack.js';

interface Options {
  readonly domain: string;
  readonly relations: boolean;
}

/** Output of `arbiter eval extraction --json`. */
export type ExtractionRun = RunOf<typeof measurePack>;

export const registerEvalExtraction = defineEvaluation({
  name: 'extraction',
  summary: 'measure entities and relations against labels',
  description:
    'Extract the documents of a pack by rules, and compare with eval/entities.jsonl and eval/relations.jsonl. What the text ' +
    'tells as hearsay is left out.',
  options: (command) =>
    command
      .requiredOption('-d, --domain <name>', "an installed domain, or a pack's folder")
      .option(
        '--no-relations',
        "leave out the types of relations that the pack declares, as a stranger's pack has none",
      ),
  units: 'documents',
  record: 'entity and relation found',
  examples: [['arbiter eval extraction --domain lantern-coast --json', 'the sample domain']],
  measure: measurePack,
});

async function measurePack(options: Options, context: EvaluationContext) {
  const { env, cwd } = context;
  const { domainFolders } = await context.loadStandalone();
  const folder = await findPackFolder(options.domain, domainFolders({ env, cwd }), cwd);
  const read = await readPack(folder);
  if (read.entities.length + read.relations.length === 0)
    throw new ArbiterError('INVALID_REQUEST', `${folder} has no labels: eval/entities.jsonl and eval/relations.jsonl.`);
  const pack = options.relations ? read : { ...read, schema: { ...read.schema, relationTypes: [] } };
  const { documents, schema } = pack;
  const found = extractDocuments(documents, schema);
  const told = found.relations.filter(({ isDoubtful }) => !isDoubtful);
  const doubtful = found.relations.length - told.length;
  const measured = compareExtraction({ entities: found.entities, relations: told }, pack);
  // One after the other: what waits is not to be counted.
  const timed = await context.each(
    documents,
    (document) => context.timed(() => Promise.resolve(extractDocument(document, schema))),
    { verb: 'timing', nameOf: ({ id }) => id },
  );
  const figures = {
    n: pack.entities.length + pack.relations.length,
    metrics: metricsOf(measured),
    ci95: intervalsOf(measured, context.random()),
    /** Of a document. */
    latencyMs: latencyOf(timed),
    counts: {
      documents: documents.length,
      entities: { labelled: pack.entities.length, found: found.entities.length },
      relations: { labelled: pack.relations.length, found: told.length, doubtful },
    },
  };
  return {
    dataset: options.domain,
    records: [
      ...found.entities.map(({ id, name, type, aliases, definition }) => ({ id, name, type, aliases, definition })),
      ...found.relations,
    ],
    figures,
    config: { entityTypes: [...schema.entityTypes], relationTypes: schema.relationTypes.map(({ type }) => type) },
    headline: `${documents.length} documents, ${pack.entities.length} entities and ${pack.relations.length} relations labelled`,
    tables: [metricTable({ value: figures }), `${doubtful} relations were told as hearsay and not counted.`],
  };
}

function metricsOf(measured: ExtractionMeasurement) {
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

/** Of the entities and relations; none of figures over pairs of names. */
function intervalsOf({ hits }: ExtractionMeasurement, random: RandomSource) {
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
