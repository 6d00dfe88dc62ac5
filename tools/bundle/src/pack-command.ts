import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arePackToolsCurrent, bundlePackTools, DOMAINS, shippedToolFiles } from './bundle-pack-tools.js';
import { bundleConsole, consolePackages, isConsoleCurrent, SITE } from './bundle-console.js';
import { bundleCommand, currentBundle, EXTERNAL, NATIVE_LANCEDB, type Bundle } from './bundle-command.js';
import { describeLicences } from './describe-licences.js';
import { BUNDLE } from './repository.js';
import { STAMP, type Stamp } from './stamp.js';

interface Manifest {
  readonly version: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Files that the command reads besides its code, at their paths in the repository. */
const READ_AS_IT_IS = ['README.md', 'LICENSE', 'NOTICE', 'apps/cli/bin', 'apps/cli/demo'];
const MODELS = 'libs/models';

/**
 * Makes the tarball of the package `arbiter`: the bundled command, the models and the domain packs, in their folders of the
 * repository. Packages that cannot be bundled become dependencies, in the versions of the lock file.
 *
 * @param root of a repository that has been built
 * @param destination folder for the tarball
 * @param takesCurrent whether what the clone has bundled is packed while it is current, rather than bundled anew
 * @returns its path
 */
export async function packCommand(root: string, destination: string, takesCurrent = false): Promise<string> {
  if (!takesCurrent || !arePackToolsCurrent(root)) await bundlePackTools(root);
  if (!isConsoleCurrent(root)) await bundleConsole(root);
  const current = takesCurrent ? await currentBundle(root) : null;
  // Apart from the clone's own, which may be running.
  const own = current ? BUNDLE : `${BUNDLE}-packed-${process.pid}`;
  const bundle = current ?? (await bundleCommand(root, own));
  const stage = mkdtempSync(join(tmpdir(), 'arbiter-package-'));
  try {
    cpSync(join(root, own), join(stage, BUNDLE), { recursive: true });
    for (const path of [...READ_AS_IT_IS, SITE, ...modelsOf(root), ...packsOf(root)]) {
      cpSync(join(root, path), join(stage, path), { recursive: true, filter: isNoPackage });
    }
    for (const path of shippedToolFiles(root)) cpSync(join(root, path), join(stage, path));
    // Nothing is built where the package is installed, so nothing can be newer than the bundle.
    writeFileSync(join(stage, BUNDLE, STAMP), JSON.stringify({ files: {} } satisfies Stamp));
    writeFileSync(
      join(stage, 'THIRD-PARTY-LICENSES'),
      describeLicences(root, [...new Set([...bundle.bundledPackages, ...consolePackages(root)])].sort()),
    );
    writeManifests(root, stage, bundle);
    mkdirSync(destination, { recursive: true });
    const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination];
    const shell = process.platform === 'win32';
    return join(destination, execFileSync('npm', words, { cwd: stage, encoding: 'utf8', shell }).trim());
  } finally {
    rmSync(stage, { recursive: true });
    if (!current) rmSync(join(root, own), { recursive: true });
  }
}

/** Of the code of a pack that is a package of the workspace, only its one bundled file is needed. */
function isNoPackage(path: string): boolean {
  return !existsSync(join(path, 'package.json'));
}

function modelsOf(root: string): string[] {
  return readdirSync(join(root, MODELS))
    .map((name) => `${MODELS}/${name}/model`)
    .filter((path) => existsSync(join(root, path)));
}

function packsOf(root: string): string[] {
  return readdirSync(join(root, DOMAINS))
    .map((name) => `${DOMAINS}/${name}`)
    .filter((path) => existsSync(join(root, path, 'config.json')));
}

function writeManifests(root: string, stage: string, { imports }: Bundle): void {
  const installed = (name: string) => read(join(root, 'node_modules', name, 'package.json')) as Manifest;
  const { description, license, engines } = read(join(root, 'package.json')) as Readonly<Record<string, unknown>>;
  const { version } = read(join(root, 'apps/cli/package.json')) as Manifest;
  const names = EXTERNAL.filter((name) => imports.includes(name));
  const native = Object.entries(installed('@lancedb/lancedb').optionalDependencies ?? {});
  const manifest = {
    name: 'arbiter',
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { arbiter: 'apps/cli/bin/arbiter.mjs' },
    dependencies: Object.fromEntries(names.map((name) => [name, installed(name).version])),
    optionalDependencies: Object.fromEntries(native.filter(([name]) => name.startsWith(NATIVE_LANCEDB))),
  };
  writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest, null, 2));
  // The command reads its version there.
  writeFileSync(join(stage, 'apps/cli/package.json'), JSON.stringify({ name: 'arbiter', version, type: 'module' }));
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
