import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  counted,
  ArbiterError,
  dropCollection,
  estimateDomain,
  estimateIngestion,
  ingestDomain,
  listCollections,
  scheduleIngestion,
  submitJob,
  type IngestionJob,
  type IngestionSource,
  type PackChangelog,
} from '@arbiter/contracts';
import { Option } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { namedDomain } from '../domains/find-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { seeThroughJobs } from '../ingestion/see-through-jobs.js';
import { sourceOf, type SiteLimits, type SourceOptions } from '../ingestion/source-of.js';
import { PathWatch } from '../ingestion/watch-paths.js';
import { collectionsOfDomain } from '../library/find-collections.js';
import type { Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import { renderEstimate } from '../render/render-estimate.js';
import { renderCounts, renderLeftOut } from '../render/render-ingestion.js';
import { domainOption, examples, parseAmount, parseCount, parseDepth, type Register } from './command-options.js';

export interface IngestRequest extends SourceOptions {
  /** Paths and addresses. */
  readonly paths: readonly string[];
  readonly collection: string;
  /** Ingest what this domain pack names, instead of paths. */
  readonly domain: string | null;
  /** BCP 47; null for the collection's own. */
  readonly language: string | null;
  /** Delete the collections first. */
  readonly rebuild: boolean;
  /** How often to read it again, such as "every 6h"; null for once. */
  readonly refresh: string | null;
  /** Go on, and read again what changes. */
  readonly watch: boolean;
  /** What a job may spend on models; null for what the worker grants. */
  readonly maxCost: number | null;
  /** Say what it would do, and do nothing. */
  readonly estimate: boolean;
  /** Record the changelog of a domain pack, too. */
  readonly changelog: boolean;
  /** Groups whose members alone may read it; none where each document says. */
  readonly groups: readonly string[];
}

/** As commander hands them over. */
interface GivenOptions extends Partial<
  Record<'collection' | 'domain' | 'language' | 'branch' | 'path' | 'refresh', string>
> {
  readonly rebuild?: boolean;
  readonly watch?: boolean;
  readonly estimate?: boolean;
  readonly changelog?: boolean;
  readonly maxCost?: number;
  readonly site?: boolean;
  readonly feed?: boolean;
  readonly depth?: number;
  readonly maxPages?: number;
  readonly host?: string[];
  readonly include?: string[];
  readonly exclude?: string[];
  readonly prefer?: string[];
  readonly groups?: string[];
}

const DEFAULT_COLLECTION = 'default';
/** As the configuration of the arms has it. */
const DEFAULT_DATA_DIR = '.arbiter';

export const registerIngest: Register = (program, execute) => {
  program
    .command('ingest')
    .description(
      'Read files, folders, repositories and sites into the library: Markdown, plain text, HTML, PDF, Office files, EPUB, mail, ' +
        'tables, pictures, subtitles, source code, and what packs read. What has not changed since the last time costs nothing; what has gone from a folder ' +
        'goes from the library.',
    )
    .argument(
      '[path...]',
      'files, folders, archives (.zip, .tar, .tgz), git repositories, pages, sites or feeds of the web',
    )
    .addOption(new Option('-c, --collection <name>', `collection to read into (default: "${DEFAULT_COLLECTION}")`))
    .addOption(domainOption('read the documents of a domain pack'))
    .option('--language <tag>', 'what most of the documents are written in, such as de or pt-BR (default: "en")')
    .option('--branch <name>', 'of a git repository: a branch or tag (default: the one it shows)')
    .option('--path <path>', 'of a git repository: only what lies below')
    .option('--site', 'of an address: all pages below it, found by links and sitemaps, as robots.txt allows')
    .option('--depth <links>', 'of a site: links from the first page to the last (default: 5)', parseDepth)
    .option('--max-pages <count>', 'of a site: pages that are fetched at most (default: 1,000)', parseCount)
    .option('--host <name...>', 'of a site: other hosts that belong to it')
    .option('--feed', 'of an address: the entries of an RSS, Atom or JSON feed, each a document')
    .option('--include <glob...>', 'only files that match, as in .gitignore: "*.md", "/docs/"')
    .option('--exclude <glob...>', 'no files that match; they stay as they are in the library')
    .option('--prefer <glob...>', 'files that match rank above others of equal fit: "/docs/", "faq.md"')
    .option(
      '--groups <name...>',
      'only members of these groups may read the documents (default: what each says, else all)',
    )
    .option('--refresh <interval>', 'read it again and again, while a server runs: "every 6h" (m, h or d)')
    .option('--watch', 'go on until Ctrl-C, and read again whatever changes in the files and folders')
    .option('--estimate', 'print what would be read and skipped, and its cost; store nothing')
    .option('--max-cost <amount>', 'what a job may spend on models with a price (MODEL_PRICES)', parseAmount)
    .option('--rebuild', 'delete the collection first and build it anew; its changelog stays')
    .option('--no-changelog', 'of a domain pack: leave its changelog.jsonl out')
    .addHelpText(
      'after',
      examples([
        ['arbiter ingest ~/notes', 'read a folder into the collection "default"'],
        ['arbiter ingest handbook.pdf faq.md -c support', 'read two files into the collection "support"'],
        ['arbiter ingest ~/notizen -c notizen --language de', 'read German notes into a collection of their own'],
        ['arbiter ingest ~/notes --include "*.md" --exclude drafts/', 'read a part of a folder'],
        ['arbiter ingest https://git.example/handbook.git --branch main --path docs', 'read a git repository'],
        ['arbiter ingest https://docs.example/guide/ --site --depth 3', 'read the pages below an address'],
        ['arbiter ingest https://docs.example/ --site --refresh "every 6h"', 'read a site now and every six hours'],
        ['arbiter ingest ~/notes --watch', 'read a folder now and whenever it changes'],
        ['arbiter ingest ~/archive --estimate', 'say how long a large folder would take'],
        ['arbiter ingest --domain lantern-coast', 'read the sample domain'],
      ]),
    )
    .action((paths: string[], options: GivenOptions) =>
      execute((context) => ingest({ ...DEFAULTS, ...options, paths, site: siteLimits(options) }, context)),
    );
};

/** What does not go together, and what is said of it; the first that applies counts. */
const REFUSALS: readonly (readonly [
  applies: (request: IngestRequest, context: CommandContext) => boolean,
  message: string,
])[] = [
  [
    ({ domain, paths }) => domain === null && paths.length === 0,
    'Name what to read: arbiter ingest PATH, or arbiter ingest --domain NAME.',
  ],
  [
    ({ domain, paths }) => domain !== null && paths.length > 0,
    'A domain pack names its own documents: give either paths or --domain.',
  ],
  [
    (request, context) =>
      request.watch &&
      (request.domain !== null || context.options.server !== null || !namesPathsOnly(request, context)),
    '--watch is for files and folders of this machine: leave it out for packs, addresses and other servers.',
  ],
  [
    ({ estimate: isEstimate, watch, rebuild }) => isEstimate && (watch || rebuild),
    '--estimate stores nothing: leave --watch and --rebuild out.',
  ],
  [
    (request) => request.domain !== null && saysOfSources(request),
    'A domain pack says in its sources.json what of its sources is read: leave such options out.',
  ],
  [
    ({ refresh, domain, watch, estimate: isEstimate }) => refresh !== null && (domain !== null || watch || isEstimate),
    '--refresh is for paths and addresses, without --watch and --estimate; packs say it in sources.json.',
  ],
  [
    ({ domain, language }) => domain !== null && language !== null,
    'A domain pack names its own language, in its config.json: leave --language out.',
  ],
];

const DEFAULTS = {
  collection: DEFAULT_COLLECTION,
  domain: null,
  language: null,
  rebuild: false,
  watch: false,
  estimate: false,
  changelog: true,
  maxCost: null,
  branch: null,
  path: null,
  feed: false,
  refresh: null,
  groups: [],
  include: [],
  exclude: [],
  prefer: [],
} satisfies Partial<IngestRequest>;

export async function ingest(request: IngestRequest, context: CommandContext): Promise<ExitCode> {
  const refusal = REFUSALS.find(([applies]) => applies(request, context));
  if (refusal) throw usage(refusal[1]);
  const { domain, domainsDirectories } = await namedDomain(request.domain, context);
  const work = { ...request, domain };
  const announcement = 'Loading the embedding model …';
  // Loaded while arms and sources are opened, and not after.
  const opening = { writes: true, domainsDirectories, warm: ['embedder'], announcement } as const;
  return withLibrary(context, opening, (library) => {
    if (request.estimate) return estimate(library, work, context);
    return request.watch ? keepCurrent(library, work, context) : ingestOnce(library, work, context);
  });
}

async function estimate(library: Library, request: IngestRequest, context: CommandContext): Promise<ExitCode> {
  const { signal } = context.interruption;
  const { domain, collection, language } = request;
  const { estimates } =
    domain === null
      ? {
          estimates: [
            await library.request(
              estimateIngestion,
              {
                collection,
                sources: await sourcesOf(library, request, context),
                ...(language !== null && { language }),
              },
              { signal },
            ),
          ],
        }
      : await library.request(estimateDomain, { domain }, { signal });
  printResult(context, { estimates }, () => estimates.map(renderEstimate).join('\n'));
  return EXIT.ok;
}

async function ingestOnce(library: Library, request: IngestRequest, context: CommandContext): Promise<ExitCode> {
  const { jobs, ...submitted } = await submit(library, request, context);
  const { exitCode, ...result } = await seeThroughJobs(library, jobs, context);
  printResult(context, { ...result, ...submitted }, () => renderCounts(result) + renderLeftOut(result.jobs));
  return exitCode;
}

/** Ingests the existing sources, then every change, until interrupted. */
async function keepCurrent(library: Library, request: IngestRequest, context: CommandContext): Promise<ExitCode> {
  const { signal } = context.interruption;
  const paths = request.paths.map((path) => resolve(context.cwd, path));
  const ignored = resolve(context.cwd, context.env.ARBITER_DATA_DIR ?? DEFAULT_DATA_DIR);
  // Before the first reading, so that no change falls between it and the watch.
  const watched = new PathWatch(paths, { ignored });
  try {
    await ingestOnce(library, request, context);
    remark(context, 'Watching for changes; Ctrl-C ends it.');
    while (await watched.changed(signal)) await ingestOnce(library, { ...request, rebuild: false }, context);
  } finally {
    watched.close();
  }
  return context.interruption.exitCode ?? EXIT.interrupted;
}

interface Submitted {
  readonly jobs: readonly IngestionJob[];
  /** Absent where no pack was ingested. */
  readonly changelog?: PackChangelog | null;
}

async function submit(library: Library, request: IngestRequest, context: CommandContext): Promise<Submitted> {
  const { signal } = context.interruption;
  if (request.domain !== null) {
    if (request.rebuild) await drop(library, await collectionsOfDomain(library, request.domain, signal), context);
    const cap = request.maxCost === null ? {} : { maxCost: request.maxCost };
    const { changelog: wanted } = request;
    const input = { domain: request.domain, ...cap, ...(!wanted && { changelog: false }) };
    const { jobs, changelog } = await library.request(ingestDomain, input, { signal });
    if (changelog) remarkOnChangelog(changelog, context);
    return { jobs, changelog };
  }
  const sources = await sourcesOf(library, request, context);
  const { collection, rebuild } = request;
  const language = request.language ?? (rebuild ? await languageOf(library, collection, signal) : null);
  if (rebuild) await drop(library, [collection], context);
  const given = {
    ...(language !== null && { language }),
    ...(request.maxCost !== null && { maxCost: request.maxCost }),
  };
  const { refresh } = request;
  if (refresh === null)
    return { jobs: [await library.request(submitJob, { collection, sources, ...given }, { signal })] };
  const { schedule, job } = await library.request(
    scheduleIngestion,
    { collection, sources, ...given, refresh },
    { signal },
  );
  remark(
    context,
    `It is read again ${refresh} while a server or worker runs; \`arbiter schedules --remove ${schedule.id}\` ends it.`,
  );
  return { jobs: [job] };
}

function remarkOnChangelog({ collection, added, missing }: PackChangelog, context: CommandContext): void {
  if (added > 0)
    remark(context, `Recorded ${counted(added, 'entry', 'entries')} of the pack in the changelog of ${collection}.`);
  if (missing > 0) {
    const sentence = `The changelog of ${collection} has entries of its own: ${counted(missing, 'entry', 'entries')} of the pack left out.`;
    remark(context, `${sentence} \`arbiter changelog add\` records them.`);
  }
}

/** @throws ArbiterError NOT_FOUND for a path of this machine where there is nothing */
async function sourcesOf(
  library: Library,
  request: IngestRequest,
  { cwd }: CommandContext,
): Promise<IngestionSource[]> {
  const readers = request.groups.length > 0 ? { groups: [...request.groups] } : {};
  const sources = request.paths.map((argument) => ({ ...sourceOf(argument, request, cwd), ...readers }));
  const paths = sources.flatMap((source) => (source.kind === 'path' ? [source.path] : []));
  if (library.sharesDisk) await Promise.all(paths.map(assertExists));
  return sources;
}

function namesPathsOnly(request: IngestRequest, { cwd }: CommandContext): boolean {
  return request.paths.every((argument) => sourceOf(argument, request, cwd).kind === 'path');
}

/** Whoever says how much of a site is read means a site. */
function siteLimits({ site, depth, maxPages, host }: GivenOptions): SiteLimits | null {
  const limits = {
    ...(depth !== undefined && { depth }),
    ...(maxPages !== undefined && { maxPages }),
    ...(host !== undefined && { hosts: host }),
  };
  return site || Object.keys(limits).length > 0 ? limits : null;
}

function saysOfSources({ branch, path, site, feed, include, exclude, prefer, groups }: IngestRequest): boolean {
  const lists = [include, exclude, prefer, groups];
  return branch !== null || path !== null || site !== null || feed || lists.some((list) => list.length > 0);
}

/** A collection that is built anew keeps its language. */
async function languageOf(library: Library, collection: string, signal: AbortSignal): Promise<string | null> {
  const { collections } = await library.request(listCollections, {}, { signal });
  return collections.find(({ manifest }) => manifest.name === collection)?.manifest.language ?? null;
}

async function drop(library: Library, collections: readonly string[], context: CommandContext): Promise<void> {
  for (const collection of collections) {
    try {
      const { documents } = await library.request(dropCollection, { collection, keepChangelog: true });
      remark(context, `Deleted ${collection} with ${counted(documents, 'document')}.`);
    } catch (error) {
      // There was nothing to delete.
      if (!(error instanceof ArbiterError) || error.code !== 'NOT_FOUND') throw error;
    }
  }
}

async function assertExists(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown reason';
    const message = code === 'ENOENT' ? `There is no file or folder ${path}.` : `${path} cannot be read (${code}).`;
    throw new ArbiterError('NOT_FOUND', message, { details: { path }, cause });
  }
}

function usage(message: string): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', message);
}
