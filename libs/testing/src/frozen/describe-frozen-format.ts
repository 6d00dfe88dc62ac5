import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { layoutOfFiles, layoutOfSchema, type JsonSchemaSource } from './layout.js';

/** A stored format, or a revision of what goes over a wire, of which the bytes are committed. */
export interface FrozenFormat {
  /** The folder of its revisions, `test/frozen/<format>/` of the package that owns it. */
  readonly home: URL;
  /** Writes content that fills every field into an empty folder. Equal content each time, also ids and times. */
  write(folder: string): Promise<void> | void;
  /** @returns all that the port of today says about what a folder holds; it may change the folder, which is a copy */
  read(folder: string): Promise<unknown>;
  /** Schemas that read or write the format, by name: a field that the content does not fill is part of the layout, too. */
  readonly schemas?: Readonly<Record<string, JsonSchemaSource>>;
  /** Layout of the files, where they are not JSON, JSON lines or text. */
  layout?(folder: string): Promise<unknown>;
  /** False for files that are to be left out, by their path in the folder, with `/`. Default: all stay. */
  keeps?(path: string): boolean;
}

/** Set by `ARBITER_FREEZE=true npx jest frozen`: formats that have changed get another revision. */
const FREEZES = process.env.ARBITER_FREEZE === 'true';

/**
 * Tests two promises about a format. Files of every revision can still be read, with the same meaning. The format does not
 * change unnoticed: a field that is new, gone or of another type requires a new revision.
 *
 * @param name of the format, as it is called in the messages
 */
export function describeFrozenFormat(name: string, format: FrozenFormat): void {
  const home = fileURLToPath(format.home);
  const revisions = (): number[] =>
    existsSync(home)
      ? readdirSync(home)
          .map(Number)
          .sort((a, b) => a - b)
      : [];

  describe(`the frozen format "${name}"`, () => {
    it('is laid out as in its newest revision', async () => {
      const newest = revisions().at(-1) ?? 0;
      await inFolder(async (folder) => {
        await format.write(folder);
        leaveOut(folder, format);
        const layout = await layoutOf(folder, format);
        const frozen = newest === 0 ? null : readJson(join(home, String(newest), 'layout.json'));
        if (FREEZES && !isEqual(layout, frozen)) {
          await freeze(join(home, String(newest + 1)), folder, layout, format);
          return;
        }
        const advice =
          `Layout of "${name}". If it is to change, run ARBITER_FREEZE=true npx jest frozen, which adds the revision ` +
          `${newest + 1} in ${home}, and keep the old ones: what people have stored in them must still be read.`;
        expect({ advice, layout }).toEqual({ advice, layout: frozen });
      });
    });

    it('is read in each of its revisions', async () => {
      const newest = revisions().at(-1);
      for (const revision of revisions()) {
        const read = await inFolder(async (folder) => {
          cpSync(join(home, String(revision), 'files'), folder, { recursive: true });
          return asJson(await format.read(folder));
        });
        const says = { revision, read: readJson(join(home, String(revision), 'says.json')) };
        // A later version may know more of an old revision, such as a default, and nothing else of it.
        if (revision === newest) expect({ revision, read }).toEqual(says);
        else expect({ revision, read }).toMatchObject(says);
      }
    });
  });
}

async function freeze(target: string, folder: string, layout: unknown, format: FrozenFormat): Promise<void> {
  const files = join(target, 'files');
  cpSync(folder, files, { recursive: true });
  leaveOut(files, format);
  try {
    writeJson(join(target, 'says.json'), asJson(await format.read(folder)));
    writeJson(join(target, 'layout.json'), layout);
  } catch (error) {
    rmSync(target, { recursive: true });
    throw error;
  }
}

async function layoutOf(folder: string, format: FrozenFormat): Promise<unknown> {
  const schemas = Object.entries(format.schemas ?? {}).map(([name, schema]) => [name, layoutOfSchema(schema)] as const);
  const files = await (format.layout ? format.layout(folder) : layoutOfFiles(folder));
  return asJson({ files, ...(schemas.length > 0 && { schemas: Object.fromEntries(schemas) }) });
}

function leaveOut(folder: string, format: FrozenFormat): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (format.keeps?.(path.replaceAll('\\', '/')) === false)
      rmSync(join(folder, path), { recursive: true, force: true });
  }
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-frozen-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As JSON has it: without what is undefined, and vectors as lists. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value ?? null, (_key, part: unknown): unknown => {
    if (part instanceof Float32Array) return [...part];
    return part instanceof Map ? Object.fromEntries<unknown>(part) : part;
  });
  return JSON.parse(text);
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);
}
