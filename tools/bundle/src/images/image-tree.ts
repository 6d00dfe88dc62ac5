import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { bundleCommand, NATIVE_LANCEDB } from '../bundle-command.js';
import { DOMAINS, shippedToolFiles } from '../bundle-pack-tools.js';
import { describeLicences } from '../describe-licences.js';
import { consolePackages, SITE } from '../bundle-console.js';
import { BUNDLE } from '../repository.js';
import { STAMP } from '../stamp.js';
import { ArbiterError } from '@arbiter/contracts';
import { type ImageApp, IMAGE_APPS, portOf } from '../image-apps.js';
import { dependencyClosure, type LockFile, packageNameOf, readLockFile } from './dependency-closure.js';
import { type Filter, linkFile, linkTree, readJson, sizeOf, writeNew } from './link-tree.js';
import { softwareBill } from './software-bill.js';

/** The three folders of a tree, each one layer of the image: what changes least goes first. */
export const TREE_PARTS = ['models', 'node_modules', 'app'] as const;
export type TreePart = (typeof TREE_PARTS)[number];

/** Where the image has its bill of materials, in the part `app`. */
export const BILL_FILE = 'sbom.cdx.json';

/** Bytes of each part. */
export type TreeSizes = Readonly<Record<TreePart, number>>;

/** Those that people open in a browser. */
const SERVES_PAGES: readonly ImageApp[] = ['orchestrator', 'standalone'];

/** Files that no program reads: sources of debuggers and compilers. */
const UNREAD = /\.(?:map|d\.[cm]?ts|tsbuildinfo)$/;
/** Parts of packages that an image has no use for; paths in the package. */
const UNUSED: Readonly<Record<string, Filter>> = {
  // It brings the binaries of every platform.
  'onnxruntime-node': (path) => !/^bin\/napi-v\d+\//.test(path) || isOfThisPlatform(path),
  // Modules are imported, with the WebAssembly beside them.
  '@embedpdf/pdfium': (path) => !/^dist\/(?:index\.(?:browser\.js|cjs)|vendor\/)/.test(path),
  '@cornerstonejs/codec-libjpeg-turbo-8bit': (path) => !/^dist\/(?!libjpegturbowasm\.)/.test(path),
  // Its reader is taken from `legacy`, with character maps and fonts beside it.
  'pdfjs-dist': (path) => !/^(?:build|image_decoders|types|web|legacy\/(?:image_decoders|web))(?:\/|$)/.test(path),
};

function isOfThisPlatform(path: string): boolean {
  const [, , system, processor] = path.split('/');
  return system === platform && (processor === undefined || processor === arch);
}

/**
 * Makes what an image of an arm holds: one bundle with the code that the arm can reach, the packages that cannot be bundled
 * with what these need, and the weights that its code loads.
 *
 * @param root of a repository that has been installed, compiled and bundled
 * @param folder new or empty; gets one folder for each of `TREE_PARTS`
 * @throws ArbiterError CONFLICT when the installation differs from the lock file
 */
export async function makeImageTree(root: string, app: ImageApp, folder: string): Promise<TreeSizes> {
  const lock = readLockFile(root);
  const target = join(folder, 'app');
  // An empty part is copied as well.
  for (const part of TREE_PARTS) mkdirSync(join(folder, part), { recursive: true });
  const bundle = await bundleInto(root, app, target);
  const models = bundle.ownPackages.filter((each) => each.startsWith('libs/models/'));
  for (const model of models)
    linkTree(join(root, model, 'model'), join(folder, 'models', model.slice('libs/models/'.length), 'model'));
  const installed = dependencyClosure(root, lock, importedNames(root, lock, bundle));
  for (const each of installed) {
    const name = packageNameOf(each);
    const used = UNUSED[name] ?? (() => true);
    const wanted: Filter = (path) =>
      !path.startsWith('node_modules/') && path !== 'node_modules' && !UNREAD.test(path) && used(path);
    linkTree(join(root, each), join(folder, each), wanted);
  }
  if (bundle.ownPackages.includes('libs/adapters/pack-code')) copyPacks(root, target);
  const pages = SERVES_PAGES.includes(app) ? consolePackages(root) : [];
  if (pages.length > 0) linkTree(join(root, SITE), join(target, SITE));
  const bundled = [...new Set([...bundle.bundledPackages, ...pages])].sort();
  for (const name of ['LICENSE', 'NOTICE']) linkFile(join(root, name), join(target, name));
  writeNew(join(target, 'THIRD-PARTY-LICENSES'), describeLicences(root, bundled));
  const { version } = readJson(join(root, 'apps', app, 'package.json')) as { version: string };
  writeNew(
    join(target, 'package.json'),
    `${JSON.stringify({ name: `arbiter-${app}`, version, type: 'module', private: true })}\n`,
  );
  writeNew(join(target, 'main.js'), `await import('./${BUNDLE}/${app}.js');\n`);
  writeNew(join(target, 'healthcheck.js'), healthCheck(app));
  const components = [...new Set([...bundled, ...installed])].sort();
  writeNew(join(target, BILL_FILE), softwareBill(root, { app, version, components, models }));
  return {
    models: sizeOf(join(folder, 'models')),
    node_modules: sizeOf(join(folder, 'node_modules')),
    app: sizeOf(target),
  };
}

/** @throws ArbiterError INVALID_REQUEST naming what there is */
export function parseImageApp(given: string | undefined): ImageApp {
  const app = IMAGE_APPS.find((each) => each === given);
  if (app !== undefined) return app;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `There is no image "${given ?? ''}": name one of ${IMAGE_APPS.join(', ')}.`,
  );
}

async function bundleInto(root: string, app: ImageApp, target: string): ReturnType<typeof bundleCommand> {
  // Beside the clone's own, since the paths of a bundle are relative.
  const draft = `${BUNDLE}-image-${app}-${process.pid}`;
  try {
    const bundle = await bundleCommand(root, draft, { [app]: app });
    // Nothing is compiled where the image runs.
    rmSync(join(root, draft, STAMP));
    linkTree(join(root, draft), join(target, BUNDLE));
    return bundle;
  } finally {
    rmSync(join(root, draft), { recursive: true, force: true });
  }
}

function importedNames(
  root: string,
  lock: LockFile,
  { imports, bundledPackages }: Awaited<ReturnType<typeof bundleCommand>>,
): string[] {
  const native = bundledPackages.includes('node_modules/@lancedb/lancedb')
    ? Object.keys(lock['node_modules/@lancedb/lancedb']?.optionalDependencies ?? {})
    : [];
  const here = native.filter((name) => name.startsWith(NATIVE_LANCEDB) && existsSync(join(root, 'node_modules', name)));
  return [...imports.filter((name) => !name.startsWith(NATIVE_LANCEDB)), ...here];
}

/** Domain packs that come with the software, with their tools as one file each. */
function copyPacks(root: string, target: string): void {
  for (const name of readdirSync(join(root, DOMAINS))) {
    const pack = join(root, DOMAINS, name);
    if (!existsSync(join(pack, 'config.json'))) continue;
    linkTree(pack, join(target, DOMAINS, name), (path) => !/^(?:tools|node_modules)(?:\/|$)/.test(path));
  }
  for (const path of shippedToolFiles(root)) linkFile(join(root, path), join(target, path));
}

/** A program that exits with 0 while the arm is live, or with the word `ready` while it is ready: images have no curl. */
function healthCheck(app: ImageApp): string {
  const { variable, port } = portOf(app);
  return `const port = process.env.${variable} || ${port};
const probe = process.argv[2] === 'ready' ? 'ready' : 'live';
const { ok } = await fetch(\`http://127.0.0.1:\${port}/health/\${probe}\`, { signal: AbortSignal.timeout(4_000) });
process.exit(ok ? 0 : 1);
`;
}
