import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';
import { importsForEffect, PACKAGES, relocateModules } from './relocate-modules.js';
import { BUNDLE } from './repository.js';
import { isBundleCurrent, STAMP, stampOf } from './stamp.js';

/** Native code, data files and what finds its own parts by paths: installed, not bundled. */
export const EXTERNAL = [
  'onnxruntime-node',
  'lmdb',
  'pdfjs-dist',
  '@embedpdf/pdfium',
  '@cornerstonejs/codec-libjpeg-turbo-8bit',
  '@swc/wasm-typescript',
];
/** Programs besides the command. They share its files. */
const APPS = ['standalone', 'orchestrator', 'planner-arm', 'retriever-arm', 'validator-arm', 'ingestion-worker'];
/** LanceDB's own code is bundled; it asks for the native part that fits the machine. */
export const NATIVE_LANCEDB = '@lancedb/lancedb-';
/** Output of the compiler for apps and libs. */
const OWN_MODULE = /^(?!.*\/node_modules\/).*\/(?:apps|libs)\/.*\/dist\//;
/** A module of this workspace, relative to the root, with the folder of its package. */
const OWN_PACKAGE = /^(?!.*node_modules\/)(.*?)\/dist\//;
/** Optional packages that libraries load if they are installed; ours are not. */
const ABSENT =
  /^(?:@nestjs\/(?:websockets|platform-socket\.io|platform-fastify|mongoose|sequelize|typeorm)|@mikro-orm|@apollo|@as-integrations|@fastify|@grpc|@nats-io|class-validator|class-transformer|kafkajs|mqtt|ioredis|amqplib|amqp-connection-manager|@huggingface\/transformers|pino-pretty|openai\/.*realtime)(?:\/|$)/;

/** Fails the build, because a bundle without these imports would silently behave otherwise than its modules. */
const refuseEffects: Plugin = {
  name: 'refuse-effects',
  transform: {
    filter: { id: { exclude: PACKAGES } },
    handler(code, id) {
      if (OWN_MODULE.test(id) && importsForEffect(code))
        this.error(
          `${id} imports a module for its effect alone, which the bundle would leave out: import what it exports.`,
        );
    },
  },
};

export interface Bundle {
  /** Third-party packages whose code is in it, by folder, relative to the root. */
  readonly bundledPackages: readonly string[];
  /** Packages that it imports from where it is installed. */
  readonly imports: readonly string[];
  /** Packages of this workspace whose code is in it, by folder, relative to the root. */
  readonly ownPackages: readonly string[];
}

/** Entries of the bundle: names of its files, without `.js`, with the app each starts. */
export type Programs = Readonly<Record<string, string>>;

const ALL_PROGRAMS: Programs = { arbiter: 'cli', ...Object.fromEntries(APPS.map((app) => [app, app])) };

/**
 * Writes the command `arbiter` and the apps as a few files in place of some 3,000, which is what most of their start was spent on. Names are
 * kept, so that a stack still tells where an error came from.
 *
 * @param root of a repository that has been built
 * @param into where it is put; a folder beside BUNDLE, since its paths are relative
 * @param programs what is in it; what none of them can reach is left out
 */
export async function bundleCommand(root: string, into = BUNDLE, programs = ALL_PROGRAMS): Promise<Bundle> {
  const folder = join(root, into);
  // Beside it, so that its paths hold, and put in its place when it is whole.
  const draft = `${folder}-${process.pid}`;
  const threads = new Map<string, string>();
  const chunks = await bundle(
    root,
    draft,
    Object.fromEntries(Object.entries(programs).map(([name, app]) => [name, join(root, 'apps', app, 'dist/main.js')])),
    threads,
  );
  // By themselves: what a thread takes of a package, such as all of it, the command would load as well.
  for (let found = new Map(threads); found.size > 0;) {
    const further = new Map<string, string>();
    chunks.push(...(await bundle(root, draft, Object.fromEntries(found), further)));
    found = new Map([...further].filter(([name]) => !threads.has(name)));
    for (const [name, id] of found) threads.set(name, id);
  }
  const modules = [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))]
    .filter((id) => id.startsWith(root))
    .map((id) => relative(root, id).split(sep).join('/'));
  const made: Bundle = {
    bundledPackages: [...new Set(modules.map(packageFolderOf).filter((each) => each !== undefined))].sort(),
    imports: [...new Set(chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]))]
      .filter((id) => isExternal(id))
      .map(packageNameOf)
      .sort(),
    ownPackages: [
      ...new Set(modules.map((path) => OWN_PACKAGE.exec(path)?.[1]).filter((each) => each !== undefined)),
    ].sort(),
  };
  writeFileSync(join(draft, STAMP), JSON.stringify({ ...stampOf(root, modules), made }));
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return made;
}

/** What is in the bundle of a clone; null where that is stale, or says nothing of it. */
export async function currentBundle(root: string): Promise<Bundle | null> {
  if (!(await isBundleCurrent(root))) return null;
  const { made = null } = JSON.parse(readFileSync(join(root, BUNDLE, STAMP), 'utf8')) as { made?: Bundle };
  return made;
}

/** @param threads gets the threads that the entries start */
async function bundle(
  root: string,
  dir: string,
  input: Readonly<Record<string, string>>,
  threads: Map<string, string>,
): Promise<OutputChunk[]> {
  const started = new Map<string, { readonly id: string; readonly by: string }>();
  const build = await rolldown({
    input: { ...input },
    platform: 'node',
    cwd: root,
    external: (id) => isExternal(id) || ABSENT.test(id),
    resolve: {
      mainFields: ['module', 'main'],
      // LanceDB asks for it as CommonJS and we as a module: one copy serves both.
      alias: { 'apache-arrow': join(root, 'node_modules/apache-arrow/Arrow.node.mjs') },
    },
    plugins: [relocateModules(root, BUNDLE, (name, id, by) => started.set(name, { id, by })), refuseEffects],
    // A module of ours does nothing when it is loaded but define: what nobody imports from an index is not run, either.
    treeshake: { moduleSideEffects: [{ test: OWN_MODULE, sideEffects: false }] },
    logLevel: 'warn',
    onLog(level, log, handle) {
      // Of generated parsers and codecs in libraries.
      if (log.code !== 'EVAL') handle(level, log);
    },
  });
  const { output } = await build.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name]-[hash].js',
    // Nest's decorators run when a class is defined, and need what reflect-metadata has added before.
    strictExecutionOrder: true,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  const chunks = output.filter((each): each is OutputChunk => each.type === 'chunk');
  const kept = new Set(chunks.flatMap(({ moduleIds }) => moduleIds));
  // Of a module that was read and then left out, the threads are left out as well.
  for (const [name, { id, by }] of started) if (kept.has(by)) threads.set(name, id);
  return chunks;
}

function isExternal(id: string): boolean {
  return id.startsWith(NATIVE_LANCEDB) || EXTERNAL.includes(packageNameOf(id));
}

function packageNameOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The package of `node_modules` that a path, relative to the root, is in. */
export function packageFolderOf(path: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}
