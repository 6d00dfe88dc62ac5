import { realpath } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { isInside } from '@arbiter/adapters-filesystem';
import { ArbiterError, type IngestionSource } from '@arbiter/contracts';

export interface ReadablePathsOptions {
  /** Folders below which jobs may name paths; null for a command that reads where its user points. */
  readonly roots: readonly string[] | null;
  /** Never read, whatever the roots: the data directory holds what others asked. */
  readonly refused: readonly string[];
}

/**
 * Which paths of this machine jobs may name. Whoever submits one over the network does not get to read whatever the user
 * of the server can.
 */
export class ReadablePaths {
  constructor(private readonly options: ReadablePathsOptions) {}

  /** @throws ArbiterError FORBIDDEN for a source that names a path it may not */
  async assertReadable(sources: readonly IngestionSource[]): Promise<void> {
    for (const source of sources) {
      if (source.kind === 'path') await this.assertPath(source.path);
      if (source.kind === 'git' && source.repository.startsWith('/')) await this.assertPath(source.repository);
    }
  }

  /**
   * Looks at the real path: a link inside a root does not lead out of it. A path that is not there is judged by the part of
   * it that is, so that an error tells nobody which files there are.
   *
   * @throws ArbiterError FORBIDDEN
   */
  async assertPath(path: string): Promise<void> {
    const { roots, refused } = this.options;
    if (roots === null) return;
    const real = await realPathOf(resolve(path));
    const below = (await Promise.all(roots.map(realPathOf))).filter((root) => isInside(root, real));
    if (below.length === 0) throw forbidden(path);
    for (const folder of await Promise.all(refused.map(realPathOf))) if (isInside(folder, real)) throw forbidden(path);
    // Keys and tokens lie in hidden files. A walk leaves them out, and they are not read by their names either.
    if (below.every((root) => relative(root, real).split(sep).some(isHidden))) throw forbidden(path);
  }
}

function forbidden(path: string): ArbiterError {
  return new ArbiterError(
    'FORBIDDEN',
    'This path may not be read here. The server reads only the folders in INGESTION_ROOTS, never hidden files or the data directory. A document can be sent along instead.',
    { details: { path } },
  );
}

/** The real path of what there is, with the rest as it was named. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = resolve(path, '..');
    return parent === path ? path : resolve(await realPathOf(parent), path.slice(parent.length).replace(/^[\\/]+/, ''));
  }
}

function isHidden(segment: string): boolean {
  return segment.startsWith('.');
}
