import { ArbiterError } from '@arbiter/contracts';

/** A source's description of a file, known before the file is read. */
export interface SourceFile {
  /** Where it is in the source: `onnx/model.onnx`. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal; null where the source does not say it. */
  readonly sha256: string | null;
  /** Git's name of the content: SHA-1 over `blob <bytes>\0<content>`; null where the source does not say it. */
  readonly gitBlob: string | null;
}

export interface ModelListing {
  /** Commit that the files belong to; null for sources without history. */
  readonly revision: string | null;
  /** Those of the paths asked for that are there. */
  readonly files: readonly SourceFile[];
}

export interface OpenedFile {
  /** Where the bytes begin; 0 where the source cannot start in the middle. */
  readonly offset: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Where models are pulled from. Rejects with ArbiterError; one that is `retryable` may be tried again. */
export interface ModelSource {
  /** Address or path, for the lock. */
  readonly name: string;
  /** @throws ArbiterError NOT_FOUND where there is no such model or revision */
  describe(
    model: string,
    options: { readonly revision: string | null; readonly paths: readonly string[]; readonly signal: AbortSignal },
  ): Promise<ModelListing>;
  /** @param offset of the first byte that is wanted, less than the file has */
  open(
    model: string,
    path: string,
    options: { readonly revision: string | null; readonly offset: number; readonly signal: AbortSignal },
  ): Promise<OpenedFile>;
}

/** @returns what a status of the hub means; `retryAfterMs` in its details where the hub names a time */
export function statusError(what: string, status: number, retryAfter: string | null): ArbiterError {
  const details = { what, status };
  switch (status) {
    case 401:
    case 403:
      // The hub gives the same answer for models that do not exist.
      return new ArbiterError(
        'NOT_FOUND',
        `The hub gives nobody ${what}: check the name, or download it with your account and pull it with --from FOLDER.`,
        { details },
      );
    case 404:
      return new ArbiterError('NOT_FOUND', `The hub has no ${what}: check the name and the revision.`, { details });
    case 429: {
      const seconds = Number(retryAfter ?? Number.NaN);
      return new ArbiterError('RATE_LIMITED', 'The hub answers that too much was asked of it: try again later.', {
        details: { ...details, ...(Number.isFinite(seconds) && { retryAfterMs: seconds * 1_000 }) },
      });
    }
    default:
      return status >= 500
        ? new ArbiterError('UNAVAILABLE', `The hub answers ${status}: try again later.`, { details })
        : new ArbiterError('INTERNAL', `The hub answers ${status} to the request for ${what}.`, { details });
  }
}

/** @returns an error of the file system as one that says what helps; anything else as it is */
export function fileError(thrown: unknown, folder: string): unknown {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return thrown;
  const details = { folder };
  switch (thrown.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new ArbiterError(
        'UNAVAILABLE',
        `The disk of ${folder} is full: free space, or choose another with --to.`,
        {
          details,
          cause: thrown,
        },
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
      return new ArbiterError(
        'FORBIDDEN',
        `Nothing can be written to ${folder}: make it a folder that this user may write to, or choose another with --to.`,
        { details, cause: thrown },
      );
    default:
      return thrown;
  }
}

/** @returns the signal's reason when it is one of ours, else CANCELLED */
export function cancelled(signal: AbortSignal): ArbiterError {
  const reason: unknown = signal.reason;
  if (reason instanceof ArbiterError) return reason;
  return new ArbiterError('CANCELLED', 'Stopped: the same command continues where this one ended.', { cause: reason });
}
