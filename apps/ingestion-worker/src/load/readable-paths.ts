import { realpath } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { isInside } from '@arbiter/adapters-filesystem';
import { ArbiterError, type IngestionSource } from '@arbiter/contracts';

export interface ReadablePathsOptions {
  /** Folders below which jobs may name paths; null for a local command, which may read any path. */
  readonly roots: readonly string[] | null;
  /** Never read, whatever the roots: the data directory holds other users' requests. */
  readonly refused: readonly string[];
}

/**
 * Restricts the local paths that jobs may name. Clients over the network must not read everything that the server's user can.
 */
export class ReadablePaths {
  constructor(private readonly options: ReadablePathsOptions) {}

  /** @throws ArbiterError FORBIDDEN for a source with a forbidden path */
  async assertReadable(sources: readonly IngestionSource[]): Promise<void> {
    for (const source of sources) {
      if (source.kind === 'path') await this.assertPath(source.path);
      if (source.kind === 'git' && source.repository.startsWith('/')) await this.assertPath(source.repository);
    }
  }

  /**
   * Checks the real path, so that a link inside a root cannot lead out of it. For a missing path, it checks the existing part,
   * so that errors do not reveal which files exist.
   *
   * @throws ArbiterError FORBIDDEN
   */
  async assertPath(path: string): Promise<void> {
    const { roots, refused } = this.options;
    if (roots === null) return;
    const real = await realPathOf(resolve(path));
    const below = (await Promise.all(roots.map(realPathOf))).filter((root) => isInside(root, real));
    if (below.length === 0) throw forbidden(path, roots);
    for (const folder of await Promise.all(refused.map(realPathOf)))
      if (isInside(folder, real)) throw forbidden(path, roots);
    // Hidden files hold keys and tokens. Walks leave them out, and they cannot be read by name either.
    if (below.every((root) => relative(root, real).split(sep).some(isHidden))) throw forbidden(path, roots);
  }
}

/** Roots that a refusal names. */
const MOST_NAMED = 5;

function forbidden(path: string, roots: readonly string[]): ArbiterError {
  const named = roots.slice(0, MOST_NAMED).join(', ');
  const readable =
    roots.length === 0
      ? 'The server reads no folder, because INGESTION_ROOTS names none.'
      : `The server reads only what is below ${named}${roots.length > MOST_NAMED ? ', …' : ''} (INGESTION_ROOTS), never hidden files or the data directory.`;
  return new ArbiterError(
    'FORBIDDEN',
    `The path ${JSON.stringify(path)} may not be read here. ${readable} A document can be sent along instead.`,
    { details: { path } },
  );
}

/** The real path of the existing part, followed by the rest as given. */
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
