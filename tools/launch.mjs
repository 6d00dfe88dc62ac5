// What most scripts of package.json run: installs what is missing, builds what has changed, then hands over. Plain Node without
// dependencies, since there may be none yet. Everything that it says itself goes to stderr, so that stdout belongs to the program
// that it starts.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawSoak } from './jest/draw-soak.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const OLDEST_NODE = [20, 19];

/** Where the reporter of the tests leaves its counts (tools/jest/test-counts.reporter.mjs). */
const COUNTS_FILE_VARIABLE = 'ARBITER_TEST_COUNTS';

/**
 * glibc keeps what was freed for each thread, and the embedded store has many: 100,000 chunks took 1.9 GiB instead of 1.4
 * without these. Other allocators do not know them; what the environment says goes first.
 */
const LEAN_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', ...process.env };

const PROGRAMS = {
  demo: (words) => runNode([join(root, 'apps/cli/bin/arbiter.mjs'), 'demo', ...words], LEAN_ENVIRONMENT),
  start: (words) => runNode([join(root, 'apps/cli/bin/arbiter.mjs'), 'serve', ...words], LEAN_ENVIRONMENT),
  bench: (words) => runNode([join(root, 'tools/bench/dist/main.js'), ...words], LEAN_ENVIRONMENT),
  packs: (words) => runNode([join(root, 'libs/testing/dist/packs/main.js'), ...words]),
  injection: (words) => runNode([join(root, 'tools/end-to-end/dist/injection/main.js'), ...words], LEAN_ENVIRONMENT),
  trace: (words) => runNode([join(root, 'tools/end-to-end/dist/observe/main.js'), ...words], LEAN_ENVIRONMENT),
  quality: (words) => runNode([join(root, 'tools/quality-gate/dist/main.js'), ...words]),
  transcripts: (words) => runNode([join(root, 'tools/docs/dist/transcripts-main.js'), ...words], LEAN_ENVIRONMENT),
  doors: (words) => runNode([join(root, 'tools/end-to-end/dist/doors/main.js'), ...words], LEAN_ENVIRONMENT),
  test: (words) => runTests(words, 'logic'),
  system: (words) => runTests(words, 'system'),
  chaos: (words) => runNode([join(root, 'tools/end-to-end/dist/chaos/main.js'), ...words]),
  // All tiers: specs of the others draw a tenth of their random cases there, and try all of them here.
  soak: (words) => runTests(words, 'logic,system,soak', { ARBITER_SOAK: 'true' }),
  draw: runDrawnSpecs,
};

const [name, ...words] = process.argv.slice(2);
process.exitCode = await launch(name, words);

async function launch(name, words) {
  if (!Object.hasOwn(PROGRAMS, name ?? ''))
    return refuse(`use: node tools/launch.mjs ${Object.keys(PROGRAMS).join('|')}`, 2);
  if (!isNodeNewEnough()) {
    return refuse(`Arbiter needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`, 1);
  }
  if (!isInstalled()) {
    say('Installing dependencies (npm ci) …');
    const exitCode = await runNpm(['ci', '--loglevel=error', '--no-progress']);
    if (exitCode !== 0) return refuse('the dependencies could not be installed; what npm said is above.', exitCode);
  }
  if (!isBuilt()) say('Building (tsc -b), the first time takes a while …');
  const exitCode = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...packages()], {
    stdout: process.stderr,
  });
  if (exitCode !== 0) return refuse('the build failed; what the compiler said is above.', exitCode);
  // Only the start of the command is the slower for a bundle that could not be made.
  if ((await runNode([join(root, 'tools/bundle/dist/main.js')])) !== 0)
    say('The command could not be bundled: it starts more slowly.');
  return PROGRAMS[name](words);
}

function isNodeNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm leaves a list of what it installed; every package of
 * the one must be in the other, in the same version, except optional ones, which are for other platforms.
 */
function isInstalled() {
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(installedPath);
  return (
    Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
      const found = installed[path];
      if (!found) return path === '' || optional === true || devOptional === true;
      return found.version === version && found.link === link && existsSync(join(root, path));
    }) && Object.keys(installed).every((path) => Object.hasOwn(wanted, path))
  );
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

/** Folders of all packages. The tsconfig.json of the root, which refers to them, checks their specs: no program needs that. */
function packages() {
  const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  return references.map(({ path }) => join(root, path));
}

function isBuilt() {
  return existsSync(join(root, 'apps/cli/dist/main.js'));
}

/**
 * One jest process over all packages; its counts are the last line, whatever jest itself says at its end.
 *
 * @param {string} tiers with commas between them (tools/jest/tiers.mjs); ARBITER_TEST_TIER goes first
 */
async function runTests(words, tiers, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-test-'));
  const countsFile = join(folder, 'counts.json');
  try {
    const exitCode = await runNode(
      [
        join(root, 'node_modules/jest/bin/jest.js'),
        `--config=${join(root, 'jest.config.mjs')}`,
        '--reporters=default',
        `--reporters=${join(root, 'tools/jest/test-counts.reporter.mjs')}`,
        ...words,
      ],
      { ARBITER_TEST_TIER: tiers, ...process.env, ...env, [COUNTS_FILE_VARIABLE]: countsFile },
    );
    // Without counts, jest has not come to its end: that is one failure, and no pass.
    const counts = existsSync(countsFile)
      ? JSON.parse(readFileSync(countsFile, 'utf8'))
      : { passed: 0, failed: 1, skipped: 0 };
    process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
    return exitCode === 0 && counts.failed > 0 ? 1 : exitCode;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of the soak tier a few files, with a tenth of their cases: what CI has time for. */
function runDrawnSpecs(words) {
  const seed = Number(process.env.ARBITER_SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const files = drawSoak(root, seed);
  say(`ARBITER_SOAK_SEED=${seed} draws ${files.join(' and ')}`);
  return runTests(['--runTestsByPath', ...files, ...words], 'soak', { ARBITER_SOAK_SEED: `${seed}` });
}

function runNode(words, env = {}) {
  return run(process.execPath, words, { env });
}

function runNpm(words) {
  // npm tells the scripts that it runs where it is itself; else it is on the path.
  const npm = process.env.npm_execpath;
  if (npm !== undefined && /npm-cli\.c?js$/.test(npm))
    return run(process.execPath, [npm, ...words], { stdout: process.stderr });
  return run('npm', words, { stdout: process.stderr, shell: process.platform === 'win32' });
}

/** Resolves with the exit code; a program that a signal ended counts as 128 + the signal's number, as shells have it. */
function run(program, words, { env = {}, stdout = process.stdout, shell = false } = {}) {
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, process.stderr],
    shell,
  });
  // Told to stop, we pass it on and end when the program has.
  const forward = (signal) => child.kill(signal);
  process.on('SIGINT', forward);
  process.on('SIGTERM', forward);
  return new Promise((settle) => {
    const end = (exitCode) => {
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
      settle(exitCode);
    };
    child.once('error', ({ message }) => end(refuse(`${program} could not be started: ${message}`, 1)));
    child.once('exit', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function refuse(sentence, exitCode) {
  say(`arbiter: ${sentence}`);
  return exitCode;
}
