import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../repository.js';
import { freePort, natsServerAvailable, soakSample, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BOT_APPS, IMAGE_APPS, type ImageApp, portOf } from '../image-apps.js';
import { billMistakes } from './bill-schema.js';
import { describeImage } from './dockerfile.js';
import { linkTree, readJson, sizeOf } from './link-tree.js';
import { environmentOf as withPrograms, ImageProcesses } from './image-processes.js';

/** Bundles of some five seconds each, six in a soak run. */
const BUILD_MS = 300_000;
/** The smallest one, which others of these tests start, and one of the rest. */
const BUILT: readonly ImageApp[] = [
  'planner-arm',
  ...soakSample(
    'images',
    // A bot is ready once its vendor lets it in.
    IMAGE_APPS.filter((app) => app !== 'planner-arm' && !BOT_APPS.some((bot) => bot === app)),
    1,
  ),
];
/** No question can be answered without the other arms, so alone it lives but is not ready. */
const NEEDS_ARMS: ReadonlySet<ImageApp> = new Set(['orchestrator']);
/** All processes load their networks at once. */
const READY_MS = 150_000;
const KEY = 'a-key-of-this-test-alone';

const image = describeImage(readFileSync(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8'));
const [uid, gid] = image.user.split(':').map(Number) as [number, number];
/** Root becomes the user of the image, for whom the tree is read-only; anybody else stays who they are. */
const AS_USER =
  process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0
    ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
    : [];
const missing = natsServerAvailable();
if (missing !== null) console.warn(`The images are not started: ${missing}`);

/** Does outside a container what the Dockerfile does from its stage `tree` on. @returns the root of the image */
function layOut(app: ImageApp, folder: string): string {
  const tree = join(folder, 'tree');
  const root = join(folder, 'root');
  for (const command of image.treeCommands) {
    execFileSync('sh', ['-c', command.replaceAll('/tree', tree)], {
      cwd: ROOT,
      env: withPrograms({ ARM: app }),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  for (const { from, to } of image.copies) linkTree(join(tree, from.replace('/tree', '')), join(root, to));
  return root;
}

describe('the images', () => {
  const processes = new ImageProcesses();
  const folders = new Map<ImageApp, string>();
  let base: string;
  let nats: RunningNatsServer | null = null;

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'arbiter-images-'));
    for (const app of BUILT) {
      mkdirSync(join(base, app), { mode: 0o755 });
      folders.set(app, layOut(app, join(base, app)));
    }
    if (AS_USER.length > 0) execFileSync('chmod', ['755', base]);
    if (missing === null) nats = await startNatsServer();
  }, BUILD_MS);
  afterAll(async () => {
    await processes.stopAll();
    await nats?.stop();
    rmSync(base, { recursive: true });
  });

  const appOf = (app: ImageApp): string => join(folders.get(app) ?? '', 'app');
  const environmentOf = async (app: ImageApp, data: string) => {
    const { variable } = portOf(app);
    const port = await freePort();
    const path = join(base, data);
    mkdirSync(path, { recursive: true });
    if (AS_USER.length > 0) chownSync(path, uid, gid);
    const env = {
      ...image.environment,
      [variable]: `${port}`,
      ...(app === 'standalone' && { RETRIEVER_PORT: `${await freePort()}` }),
      ARBITER_DATA_DIR: path,
      ARBITER_API_KEY: KEY,
      ...(nats && app !== 'standalone' && { NATS_URL: nats.url }),
    };
    return { env, url: `http://127.0.0.1:${port}` };
  };
  const commandOf = (words: readonly string[]): [string, ...string[]] => {
    const [program = '', ...rest] = words;
    const [first = '', ...others] = [...AS_USER, program === 'node' ? process.execPath : program, ...rest];
    return [first, ...others];
  };

  it.each(BUILT)('%s carries no weights, packages or packs but its own', (app) => {
    const names = (folder: string) =>
      existsSync(join(appOf(app), folder)) ? readdirSync(join(appOf(app), folder)) : [];
    const [models, packages] = [names('libs/models'), names('node_modules')];
    const reads = app === 'standalone' || app === 'validator-arm' || app === 'retriever-arm';
    const embeds = reads || app === 'ingestion-worker';
    expect(models.includes('bge-small-en-v1.5')).toBe(embeds);
    expect(models.includes('reader-bge-small')).toBe(reads);
    expect(models.includes('judge-bge-small')).toBe(app === 'standalone' || app === 'validator-arm');
    for (const name of ['ppocr-v6-small', 'layout-cdla'])
      expect([name, models.includes(name)]).toEqual([name, ['standalone', 'ingestion-worker'].includes(app)]);
    expect(packages.includes('onnxruntime-node')).toBe(embeds);
    expect(packages.includes('@lancedb')).toBe(['standalone', 'retriever-arm', 'ingestion-worker'].includes(app));
    for (const name of ['pdfjs-dist', '@embedpdf', '@cornerstonejs'])
      expect([name, packages.includes(name)]).toEqual([name, ['standalone', 'ingestion-worker'].includes(app)]);
    const runsPacks = ['standalone', 'orchestrator', 'ingestion-worker'].includes(app);
    expect(names('domains').includes('lantern-coast')).toBe(runsPacks);
    expect([...packages, ...names('.')]).not.toContain('typescript');
    if (app === 'planner-arm') expect(sizeOf(appOf(app))).toBeLessThan(16 * 2 ** 20);
  });

  it.each(BUILT)('%s has a bill of materials that is valid CycloneDX and names what is installed', (app) => {
    const text = readFileSync(join(appOf(app), 'sbom.cdx.json'), 'utf8');
    expect(billMistakes(JSON.parse(text))).toEqual([]);
    expect(billMistakes({ ...(JSON.parse(text) as object), components: [{ name: 'nothing else' }] })).not.toEqual([]);
    const { components } = JSON.parse(text) as { components: { name: string; version: string; purl?: string }[] };
    expect(components).toContainEqual(
      expect.objectContaining({ name: 'nats', purl: expect.stringMatching(/^pkg:npm\/nats@/) as unknown as string }),
    );
    const installed = existsSync(join(appOf(app), 'node_modules/onnxruntime-node'));
    expect(components.some(({ name }) => name === 'onnxruntime-node')).toBe(installed);
    expect(components.some(({ name }) => name.startsWith('@arbiter/') || name === 'jest')).toBe(false);
  });

  const start = missing === null ? it : it.skip;
  start(
    'start from a tree that they cannot write to, become healthy, and end with 0 on SIGTERM',
    async () => {
      await Promise.all(
        BUILT.map(async (app) => {
          const { env, url } = await environmentOf(app, `data-${app}`);
          const [command, ...args] = commandOf(image.entrypoint);
          const process_ = await processes.start({
            command,
            args,
            cwd: appOf(app),
            // Of a container the network is its own; here others would reach it.
            env: { ...env, ARBITER_HOST: '127.0.0.1' },
            readyUrl: `${url}/health/${NEEDS_ARMS.has(app) ? 'live' : 'ready'}`,
            timeoutMs: READY_MS,
          });
          expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'live' });
          const [checker, ...words] = commandOf(image.healthCheck);
          const check = (...more: string[]) =>
            spawnSync(checker, [...words, ...more], { cwd: appOf(app), env: withPrograms(env) }).status;
          expect([app, check()]).toEqual([app, 0]);
          expect([app, check('ready') === 0]).toEqual([app, !NEEDS_ARMS.has(app)]);
          expect([app, await process_.stop()]).toEqual([app, { code: 0, signal: null }]);
          expect([app, check() === 0]).toEqual([app, false]);
        }),
      );
    },
    READY_MS * 2,
  );

  it('refuse to listen without a key, since they listen on every address', async () => {
    const { env } = await environmentOf('planner-arm', 'data-no-key');
    const [command, ...args] = commandOf(image.entrypoint);
    const { status, stderr } = spawnSync(command, args, {
      cwd: appOf('planner-arm'),
      env: withPrograms({ ...env, ARBITER_API_KEY: '', NATS_URL: '' }),
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('ARBITER_API_KEY');
  });

  it('are told apart by name and version', () => {
    const { version } = readJson(join(ROOT, 'package.json')) as { version: string };
    for (const app of BUILT) {
      expect(readJson(join(appOf(app), 'package.json'))).toMatchObject({ name: `arbiter-${app}`, version });
    }
    expect(readFileSync(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8')).toContain(`ARG VERSION=${version}\n`);
  });
});
