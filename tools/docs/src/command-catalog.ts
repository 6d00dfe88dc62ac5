import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ArbiterError, CONSOLE_SESSION_PATH, OPERATIONS } from '@arbiter/contracts';

/** The commands that can be run, as read from the programs and manifests themselves. */
export interface CommandCatalog {
  readonly npmScripts: ReadonlySet<string>;
  /** Targets by project of the workspace: by its name, and by that without the scope, which Nx takes as well. */
  readonly nxTargets: ReadonlyMap<string, ReadonlySet<string>>;
  /** Usage of `arbiter` and its commands, by command path: `''`, `search`, `eval answers`. */
  readonly arbiter: ReadonlyMap<string, CommandUsage>;
  /** Whether a program of the packages that are installed is called so. */
  hasBinary(name: string): boolean;
  /** Whether a program of the repository stands at a path, or is built there. */
  hasProgram(path: string): boolean;
  /** Whether something is served at a method and path over HTTP. */
  hasRoute(method: string, path: string): boolean;
}

export interface CommandUsage {
  readonly commands: ReadonlySet<string>;
  readonly options: ReadonlySet<string>;
}

/** Served beside the operations. */
const OTHER_ROUTES = ['/health', '/health/live', '/health/ready', '/metrics', '/openapi.json', '/docs'];
/** Of pages and of other protocols: what is served there depends on the method. */
const PAGE_ROUTES: Readonly<Record<string, readonly string[]>> = {
  [CONSOLE_SESSION_PATH]: ['GET', 'POST', 'DELETE'],
  '/v1/console/login': ['GET'],
  '/v1/console/callback': ['GET'],
  '/v1/models': ['GET'],
  '/v1/chat/completions': ['POST'],
  '/v1/responses': ['POST'],
};

/** @throws ArbiterError UNAVAILABLE when the command line is not built */
export async function readCommandCatalog(root: string, files: readonly string[]): Promise<CommandCatalog> {
  const manifests = files.filter((path) => path.endsWith('package.json'));
  const programs = [...files, ...files.filter((path) => path.endsWith('.ts')).map(buildOf)];
  return {
    npmScripts: new Set(Object.keys((readJson(join(root, 'package.json')) as Manifest).scripts ?? {})),
    nxTargets: new Map(manifests.flatMap((path) => projectOf(root, path))),
    arbiter: await arbiterUsage(join(root, 'apps/cli/dist/run-cli.js')),
    hasBinary: (name) => existsSync(join(root, 'node_modules/.bin', name)),
    hasProgram: (path) => programs.some((file) => patternOf(path).test(file)),
    hasRoute: (method, path) =>
      (method === 'GET' && OTHER_ROUTES.includes(path)) ||
      PAGE_ROUTES[path]?.includes(method) === true ||
      OPERATIONS.some(({ http }) => http?.method === method && patternOf(http.path).test(path)),
  };
}

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  /** Scripts that Nx turns into targets: by default, all of them. */
  readonly nx?: { readonly includedScripts?: readonly string[] };
}

function projectOf(root: string, path: string): [string, ReadonlySet<string>][] {
  const { name, scripts = {}, nx } = readJson(join(root, path)) as Manifest;
  const inferred = path.includes('/') ? inferredTargets(root) : [];
  const targets = new Set([...inferred, ...(nx?.includedScripts ?? Object.keys(scripts))]);
  return [name, name.replace(/^@arbiter\//, '')].map((each) => [each, targets]);
}

/** Targets that tools/workspace/infer-targets.mjs gives to every package. */
function inferredTargets(root: string): string[] {
  const { plugins } = readJson(join(root, 'nx.json')) as { plugins: readonly { options: object }[] };
  return plugins.flatMap(({ options }) => Object.keys(options));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

const buildOf = (path: string): string => path.replace(/\/src\/(.*)\.ts$/, '/dist/$1.js');

/** A placeholder stands for any part: `/v1/jobs/{jobId}` of a route, `apps/<arm>/dist/main.js` of a page. */
function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^{}]+\}|<[^<>]+>/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** Asks the program for its help, and so for that of each of its commands, all in this process. */
async function arbiterUsage(program: string): Promise<Map<string, CommandUsage>> {
  const { runCli } = (await import(pathToFileURL(program).href).catch((cause: unknown) => {
    const message = 'apps/cli does not tell its commands: run `npm run build`, then this again.';
    throw new ArbiterError('UNAVAILABLE', message, { cause });
  })) as CommandLine;
  const usage = new Map<string, CommandUsage>();
  const waiting: string[][] = [[]];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const help = await helpOf(runCli, path);
    const commands = new Set(entriesOf(help, 'Commands').filter((name) => name !== 'help'));
    const options = new Set(
      [...help.matchAll(/^ {2}(-\w), (--[\w-]+)|^ {2}(--[\w-]+)/gm)].flatMap((match) => match.slice(1)),
    );
    usage.set(path.join(' '), { commands, options });
    for (const command of commands) waiting.push([...path, command]);
  }
  return usage;
}

/** The used part of apps/cli, which no package may depend on. */
interface CommandLine {
  readonly runCli: (runtime: object) => Promise<number>;
}

async function helpOf(runCli: CommandLine['runCli'], path: readonly string[]): Promise<string> {
  let help = '';
  const output = { write: (text: string) => (help += text) };
  const exitCode = await runCli({
    argv: [...path, '--help'],
    env: {},
    cwd: '.',
    stdin: [],
    stdout: output,
    stderr: output,
    now: () => 0,
    interruption: { exitCode: null },
    loadStandalone: () => Promise.reject(new Error('help needs no library')),
  });
  if (exitCode !== 0) throw new ArbiterError('INTERNAL', `arbiter ${path.join(' ')} --help: ${help}`);
  return help;
}

/** First words of the entries under a heading of a help text. */
function entriesOf(help: string, heading: string): string[] {
  const section = help.split(new RegExp(`^${heading}:$`, 'm'))[1]?.split(/^\S/m)[0] ?? '';
  return [...section.matchAll(/^ {2}([a-z][\w-]*)/gm)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
