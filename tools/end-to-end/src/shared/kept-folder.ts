import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Of one name: those of the branches that someone goes back and forth between. */
const MOST_KEPT = 4;
/** A draft that is older is of a program that no longer runs. */
const LONGEST_FILL_MS = 3_600_000;

export interface KeptFolder {
  /** Where folders of this and other names are kept; made where it is missing. */
  readonly cache: string;
  readonly name: string;
  /** Of all that decides what is in the folder. */
  readonly fingerprint: string;
  /** Makes what is kept in an empty folder that it is given, and leaves nothing running on it. */
  readonly fill: (folder: string) => Promise<void>;
}

/**
 * Copies a folder that is dear to make and that its fingerprint decides: made once, kept, and copied from then on. Of one name,
 * the {@link MOST_KEPT} that were used last are kept.
 *
 * @param copy an empty folder; writing into it changes nothing for the next
 * @throws what `fill` throws, and then nothing is kept
 */
export async function copyKeptFolder({ cache, name, fingerprint, fill }: KeptFolder, copy: string): Promise<void> {
  const path = join(cache, `${name}-${fingerprint}`);
  if (!(await exists(path))) {
    await keep(path, fill);
    await forgetOldest(cache, `${name}-`);
  }
  await utimes(path, new Date(), new Date());
  await cp(path, copy, { recursive: true });
}

/** Made beside its place and moved there when it is whole; of two that make it at once, the first one's stays. */
async function keep(path: string, fill: KeptFolder['fill']): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    await fill(draft);
    await rename(draft, path).catch(async (thrown: unknown) => {
      if (!(await exists(path))) throw thrown;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Also drafts of programs that were killed. */
async function forgetOldest(cache: string, prefix: string): Promise<void> {
  const paths = (await readdir(cache)).filter((one) => one.startsWith(prefix)).map((one) => join(cache, one));
  const dated = await Promise.all(paths.map(async (path) => ({ path, usedMs: (await stat(path)).mtimeMs })));
  const [drafts, whole] = [dated.filter(isDraft), dated.filter((one) => !isDraft(one))];
  const dead = drafts.filter(({ usedMs }) => usedMs < Date.now() - LONGEST_FILL_MS);
  const oldest = whole.sort((a, b) => b.usedMs - a.usedMs).slice(MOST_KEPT);
  for (const one of [...dead, ...oldest]) await rm(one.path, { recursive: true, force: true });
}

function isDraft({ path }: { readonly path: string }): boolean {
  return /\.\d+$/.test(path);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
