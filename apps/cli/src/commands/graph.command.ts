import {
  ArbiterError,
  buildGraph,
  expand,
  findPath,
  getGraph,
  listCollections,
  listCommunities,
  listGraphEntities,
  listGraphRelations,
  type OperationOutput,
  previews,
} from '@arbiter/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseWorldTime } from '../changelog/world-as-of.js';
import { printResult, type CommandContext } from '../command.context.js';
import { namedDomain } from '../domains/find-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { collectionsOfDomain, searchedCollectionsOfDomain } from '../library/find-collections.js';
import type { Library, OperationCaller } from '../library/library.js';
import { withLibrary, type OpenOptions } from '../library/open-library.js';
import { readQuestion } from '../questions/read-question.js';
import { renderGraphml, type ExportedGraph } from '../render/graph-export.js';
import {
  renderBuild,
  renderCommunities,
  renderExpansion,
  renderPath,
  renderPreviews,
  renderStats,
} from '../render/render-graph.js';
import { domainOption, examples, parseCount, parseDepth, type Execute, type Register } from './command-options.js';

/** The world after a session, or at the end of a day; empty for now. */
interface Time {
  readonly asOfSession?: number;
  readonly asOfDate?: string;
}

interface GraphOptions {
  readonly collection?: string;
  readonly domain?: string;
  readonly asOf?: Time;
}

/** What a command works on. */
interface Subject {
  readonly library: Library;
  /** That of `--collection`, those of `--domain`, else the only one there is. */
  readonly collections: readonly string[];
  readonly time: Time;
  readonly call: { readonly signal: AbortSignal };
}

type Run = (subject: Subject, context: CommandContext) => Promise<void>;

/** Entities and relations that one request of an export asks for. */
const EXPORT_PAGE = 200;
const FORMATS = ['graphml', 'json'] as const;

export const registerGraph: Register = (program, execute) => {
  const graph = program
    .command('graph')
    .description(
      'The knowledge graph of a collection: its people, places and things, how they are related, and how they stand after ' +
        'what the changelog tells.',
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter graph build --domain lantern-coast', 'read entities and relations out of the documents'],
        ['arbiter graph ask "Where can the party rest?" --as-of 3', 'as things stood after session 3'],
        ['arbiter graph show', 'what it holds'],
        ['arbiter graph show "Drowned Heron"', 'what is known of it, and what became of it'],
        ['arbiter graph show "Bettany Roe" --to "Drowned Heron"', 'how the two hang together'],
        ['arbiter graph show --export graphml > coast.graphml', 'for NetworkX, yEd or Gephi'],
      ]),
    );
  const add = (name: string, summary: string): Command =>
    graph
      .command(name)
      .summary(summary)
      .option('-c, --collection <name>', 'collection (default: the only one there is)')
      .addOption(domainOption('the collections of a domain'));
  const addTimed = (name: string, summary: string): Command =>
    add(name, summary).addOption(
      new Option('--as-of <session|date>', 'as things stood after a session or at the end of a day').argParser(
        parseTime,
      ),
    );
  add('build', 'build it from the stored documents; ingestion then keeps it current').action((options: GraphOptions) =>
    run(execute, options, { writes: true }, build),
  );
  addTimed('ask', 'rank the people, places and things that answer a question')
    .argument('<question...>', 'the question; "-" reads it from the standard input')
    .option('-n, --limit <count>', 'at most so many, 1 to 50', parseCount, 10)
    .option('--explain', 'show the signals of each')
    .action((words: string[], options: AskOptions) => execute((context) => ask(words, options, context)));
  addTimed('show', 'say what it holds and whether a rebuild is due; or what is known of entities, with sources')
    .argument('[entity...]', 'names or ids, also of a community')
    .option('--to <entity>', 'how the entity and this one hang together')
    .option('--max-tokens <count>', 'at most so many tokens, 100 to 9000', parseCount, 2_000)
    .addOption(
      new Option('--communities [level]', 'list what hangs together, the largest first; level 0 is the coarsest')
        .conflicts(['to', 'maxTokens', 'asOf'])
        .argParser(parseDepth),
    )
    .option('-n, --limit <count>', 'at most so many communities, 1 to 500', parseCount, 20)
    .addOption(
      new Option('--export <format>', 'write all entities and relations to the standard output')
        .choices(FORMATS)
        .conflicts(['to', 'maxTokens', 'communities', 'limit']),
    )
    .action((ids: string[], options: ShowOptions) =>
      run(execute, options, { ...LOOKING, isRaw: options.export !== undefined }, (subject, context) => {
        const [from, ...more] = ids;
        const { to, maxTokens, asOf } = options;
        if (options.communities !== undefined || options.export !== undefined) {
          if (from !== undefined)
            throw new ArbiterError(
              'INVALID_REQUEST',
              '--communities and --export are of the whole graph, without an entity.',
            );
          return options.export === undefined
            ? communities(options, subject, context)
            : exportGraph(options.export, subject, context);
        }
        if (to !== undefined) {
          if (from !== undefined && more.length === 0) return path({ from, to }, subject, context);
          throw new ArbiterError('INVALID_REQUEST', '--to needs one entity from which it leads there.');
        }
        if (from !== undefined) return show(ids, maxTokens, subject, context);
        if (asOf === undefined) return stats(subject, context);
        throw new ArbiterError('INVALID_REQUEST', '--as-of needs an entity: what the graph holds has no time.');
      }),
    );
};

const LOOKING: OpenOptions = { writes: false };

interface ShowOptions extends GraphOptions {
  readonly to?: string;
  readonly maxTokens: number;
  /** The level; `true` for the finest. */
  readonly communities?: number | true;
  readonly export?: (typeof FORMATS)[number];
  readonly limit: number;
}

interface AskOptions extends GraphOptions {
  readonly limit: number;
  readonly explain?: boolean;
}

function run(
  execute: Execute,
  options: GraphOptions,
  { isRaw = false, ...open }: OpenOptions & { readonly isRaw?: boolean },
  command: Run,
): Promise<void> {
  return execute(async (context): Promise<ExitCode> => {
    const { domain, domainsDirectories } = await namedDomain(options.domain ?? null, context);
    const call = { signal: context.interruption.signal };
    return withLibrary(isRaw ? asProgram(context) : context, { ...open, domainsDirectories }, async (library) => {
      const collections =
        domain === null
          ? [options.collection ?? (await onlyCollection(library, call))]
          : await (open.writes ? collectionsOfDomain : searchedCollectionsOfDomain)(library, domain, call.signal);
      await command({ library, collections, time: options.asOf ?? {}, call }, context);
      return EXIT.ok;
    });
  });
}

async function build({ library, collections, call }: Subject, context: CommandContext): Promise<void> {
  const built: OperationOutput<typeof buildGraph>[] = [];
  for (const collection of collections) built.push(await library.request(buildGraph, { collection }, call));
  printResult(context, { graphs: built }, () => built.map(renderBuild).join(''));
}

async function stats({ library, collections, call }: Subject, context: CommandContext): Promise<void> {
  const found: OperationOutput<typeof getGraph>[] = [];
  for (const collection of collections) found.push(await library.request(getGraph, { collection }, call));
  printResult(context, { graphs: found }, () => found.map(renderStats).join('\n'));
}

async function ask(words: readonly string[], options: AskOptions, context: CommandContext): Promise<ExitCode> {
  const query = await readQuestion(words, context.stdin);
  const { domain, domainsDirectories } = await namedDomain(options.domain ?? null, context);
  const { signal } = context.interruption;
  return withLibrary(context, { ...LOOKING, domainsDirectories, warm: ['embedder', 'reader'] }, async (library) => {
    const ofDomain = domain === null ? null : await searchedCollectionsOfDomain(library, domain, signal);
    const collections = ofDomain ?? (options.collection === undefined ? null : [options.collection]);
    const { limit, explain = false, asOf } = options;
    const input = { query, limit, explain, ...asOf, ...(collections && { collections: [...collections] }) };
    const response = await library.request(previews, input, { signal });
    printResult(context, response, () => renderPreviews(response, context.terminal.outColours));
    return EXIT.ok;
  });
}

async function show(
  ids: readonly string[],
  maxTokens: number,
  { library, collections, time, call }: Subject,
  context: CommandContext,
): Promise<void> {
  const expansions: OperationOutput<typeof expand>['expansions'] = [];
  let unknown: readonly string[] = ids;
  for (const collection of collections) {
    const found = await library.request(expand, { collection, ids: [...unknown], maxTokens, ...time }, call);
    expansions.push(...found.expansions);
    unknown = found.unknown;
    if (unknown.length === 0) break;
  }
  if (unknown.length > 0)
    throw new ArbiterError(
      'NOT_FOUND',
      `The knowledge graph has no entity ${unknown.map((id) => `"${id}"`).join(', ')}, or several of that name.`,
      { details: { unknown } },
    );
  printResult(context, { expansions }, () =>
    expansions.map((one) => renderExpansion(one, context.terminal.outColours)).join('\n'),
  );
}

async function path(
  ends: { readonly from: string; readonly to: string },
  subject: Subject,
  context: CommandContext,
): Promise<void> {
  const found = await subject.library.request(
    findPath,
    { collection: oneOf(subject), ...ends, ...subject.time },
    subject.call,
  );
  printResult(context, found, () => renderPath(found));
}

async function communities(
  { communities: level, limit }: ShowOptions,
  subject: Subject,
  context: CommandContext,
): Promise<void> {
  const input = { collection: oneOf(subject), limit, ...(typeof level === 'number' && { level }) };
  const found = await subject.library.request(listCommunities, input, subject.call);
  printResult(context, found, () => renderCommunities(found));
}

async function exportGraph(format: (typeof FORMATS)[number], subject: Subject, context: CommandContext): Promise<void> {
  const { library, time, call } = subject;
  const page = { collection: oneOf(subject), limit: EXPORT_PAGE, ...time };
  const graph: ExportedGraph = {
    collection: page.collection,
    entities: await all(async (offset) => {
      const { entities, total } = await library.request(listGraphEntities, { ...page, offset }, call);
      return { items: entities, total };
    }),
    relations: await all(async (offset) => {
      const { relations, total } = await library.request(listGraphRelations, { ...page, offset }, call);
      return { items: relations, total };
    }),
  };
  if (format === 'json') printResult(asProgram(context), graph, () => '');
  else
    printResult(context, { collection: graph.collection, graphml: renderGraphml(graph) }, () => renderGraphml(graph));
}

/** For what another program reads: the texts as they are, whatever a terminal would make of them. */
function asProgram(context: CommandContext): CommandContext {
  return { ...context, options: { ...context.options, json: true } };
}

/** All pages. What is built anew meanwhile may be listed twice or not at all. */
async function all<T>(
  list: (offset: number) => Promise<{ readonly items: readonly T[]; readonly total: number }>,
): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const { items, total } = await list(found.length);
    found.push(...items);
    if (items.length === 0 || found.length >= total) return found;
  }
}

/** @throws ArbiterError INVALID_REQUEST unless there is exactly one */
function oneOf({ collections }: Pick<Subject, 'collections'>): string {
  const [only, ...others] = collections;
  if (only !== undefined && others.length === 0) return only;
  throw new ArbiterError(
    'INVALID_REQUEST',
    collections.length === 0
      ? 'There is no collection: read documents first with "arbiter ingest".'
      : `Say which collection with --collection: ${collections.join(', ')}.`,
    { details: { collections } },
  );
}

async function onlyCollection(library: OperationCaller, call: { readonly signal: AbortSignal }): Promise<string> {
  const { collections } = await library.request(listCollections, {}, call);
  return oneOf({ collections: collections.map(({ manifest }) => manifest.name) });
}

function parseTime(word: string): Time {
  try {
    const time = parseWorldTime(word);
    return 'date' in time ? { asOfDate: time.date } : time;
  } catch (error) {
    throw new InvalidArgumentError(ArbiterError.from(error).message);
  }
}
