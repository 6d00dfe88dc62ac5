import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { toolModuleOf, type PackCode } from '@arbiter/ports';
import { z } from 'zod';
import { packToolsOf, type LoadedPackCode } from './load-pack-tools.js';
import { checkDigest, digestOf, readModuleFile } from './module-file.js';
import { PackThread, type PackThreadLimits } from './pack-thread.js';
import { DescribedTool, type LoadProblem } from './thread-protocol.js';

/** In the folder of the packs that come with the software; written when the software is built. */
export const SHIPPED_CODE_FILE = 'dist/shipped-tools.json';

/** Code that runs without being allowed: which tools it has, and what its files must be. */
export const ShippedPack = z.strictObject({
  /** As `PackCode` has them. */
  digests: z.record(z.string(), z.string()),
  tools: z.array(DescribedTool),
});
export type ShippedPack = z.output<typeof ShippedPack>;
const Manifest = z.record(z.string(), ShippedPack);

/** The software knows its own code: it may hold a whole data set, and serves many questions side by side. */
const SHIPPED_THREAD_LIMITS: PackThreadLimits = {
  memoryMib: 1_024,
  loadMs: 60_000,
  triggerMs: 5_000,
  graceMs: 5_000,
};

/** The code of a pack that comes with the software. Its thread is started by the first question for one of its tools. */
export interface ShippedCode extends LoadedPackCode {
  readonly domain: string;
  /** As `PackCode` has them. */
  readonly digests: Readonly<Record<string, string>>;
  /** Whether a pack of the same name has brought the same files. */
  matches(code: PackCode): Promise<boolean>;
}

/**
 * The code that comes with the software, as far as its files are those that it was built with.
 *
 * @param folder of its packs
 * @returns none where nothing has been built
 */
export async function openShippedCode(folder: string): Promise<ShippedCode[]> {
  const manifest = await readFile(join(folder, SHIPPED_CODE_FILE), 'utf8').catch(() => null);
  if (manifest === null) return [];
  const packs = Object.entries(Manifest.parse(JSON.parse(manifest)));
  return Promise.all(packs.map(([domain, pack]) => openPack(folder, domain, pack)));
}

async function openPack(folder: string, domain: string, { digests, tools }: ShippedPack): Promise<ShippedCode> {
  const toolsFolder = join(folder, domain, 'tools');
  const modules = tools.map(({ entry }) => toolModuleOf(entry)).filter((module) => module !== null);
  const code = { domain, folder: await realpath(toolsFolder).catch(() => toolsFolder), modules, parsers: [], digests };
  const thread = new PackThread(code, 'run', SHIPPED_THREAD_LIMITS);
  const matches = async (other: PackCode): Promise<boolean> =>
    other.domain === domain && (await problemsOf({ ...other, digests })).length === 0;
  const problems = await problemsOf(code);
  const own = problems.length === 0 ? packToolsOf(tools, thread) : [];
  return { domain, digests, matches, tools: own, problems, close: () => thread.close() };
}

async function problemsOf(code: PackCode): Promise<LoadProblem[]> {
  const messages = new Map<string, string>();
  await Promise.all(
    filesOf(code).map(async (file) => {
      try {
        checkDigest(await readModuleFile(code.folder, file), file, code.digests);
      } catch (thrown) {
        messages.set(file, ArbiterError.from(thrown).message);
      }
    }),
  );
  return [...code.modules, ...code.parsers].flatMap(({ entry, file }) => {
    const message = messages.get(file);
    return message === undefined ? [] : [{ entry, message, line: null }];
  });
}

/** Each file once: all code of a shipped pack stands in one. */
function filesOf({ modules, parsers }: PackCode): string[] {
  return [...new Set([...modules, ...parsers].map(({ file }) => file))];
}

/**
 * Describes the code of a pack for the manifest. Runs it.
 *
 * @param code whose modules import no other modules of the pack
 * @throws ArbiterError INVALID_REQUEST where one of its tools or parsers cannot be had
 */
export async function describeShippedPack(code: PackCode): Promise<ShippedPack> {
  const thread = new PackThread(code, 'run', SHIPPED_THREAD_LIMITS);
  try {
    const { tools, problems } = await thread.load();
    const [problem] = problems;
    if (problem) throw new ArbiterError('INVALID_REQUEST', `${code.domain}, ${problem.entry}: ${problem.message}`);
    const digests = await Promise.all(
      filesOf(code).map(async (file) => [file, digestOf(await readModuleFile(code.folder, file))] as const),
    );
    return { digests: Object.fromEntries(digests), tools };
  } finally {
    await thread.close();
  }
}
