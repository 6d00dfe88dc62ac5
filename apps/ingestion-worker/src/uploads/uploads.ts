import { createHash } from 'node:crypto';
import {
  ArbiterError,
  type IngestionJob,
  type IngestionSource,
  type OperationInput,
  type OperationOutput,
  type Principal,
  Tenant,
  upload,
  Upload,
  UPLOAD_MS,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { BlobKey, BlobStore, Clock } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';

/** No collection has such a name, so none takes uploads along when it is dropped. */
const UPLOADS = '~uploads';
/** Between two looks for uploads that nobody used, in milliseconds. */
const SWEEP_MS = 3_600_000;

/** What is kept of an upload once all of its pieces are. */
const KeptUpload = z.object({
  upload: Upload,
  /** Of the key that sent it; null for one that reaches everything. */
  tenant: Tenant.nullable(),
  pieces: z.int().min(0),
});
type KeptUpload = z.output<typeof KeptUpload>;

type UploadSource = Extract<IngestionSource, { kind: 'upload' }>;

/**
 * Files that clients sent for jobs to read: a blob for each piece, and one that says what they are together, written last. Any
 * worker takes any piece.
 */
export class Uploads {
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly blobs: BlobStore,
    private readonly clock: Clock,
  ) {}

  /** Looks for uploads that nobody used, now and then every hour. */
  start(onFailure: (error: unknown) => void): void {
    const sweep = (): void => void this.sweep(new AbortController().signal).catch(onFailure);
    this.#timer ??= setInterval(sweep, SWEEP_MS).unref();
    sweep();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /**
   * Keeps one piece, and with `end` the upload; or discards what there is of one. One of another tenant stays then, and is no error.
   *
   * @throws ArbiterError CONFLICT for a piece of an upload that is complete with other contents
   */
  async take(
    { uploadId, index, data, end, discard }: OperationInput<typeof upload>,
    { principal, signal }: Pick<OperationContext, 'principal' | 'signal'>,
  ): Promise<OperationOutput<typeof upload>> {
    const tenant = principal?.tenant ?? null;
    const present = await this.#find(uploadId, signal);
    if (discard) {
      const pieces = Math.max(index + 1, present?.pieces ?? 0);
      if (!present || present.tenant === tenant) await this.#delete(uploadId, pieces, signal);
      return { uploads: [] };
    }
    if (present) {
      // The answer to the last piece may have been lost.
      if (end && present.tenant === tenant && present.upload.sha256 === end.sha256)
        return { uploads: [present.upload] };
      throw new ArbiterError('CONFLICT', 'The upload is complete: send the file under another id.');
    }
    if (data !== '') await this.blobs.put(pieceKey(uploadId, index), Buffer.from(data, 'base64'), signal);
    if (!end) return { uploads: [] };
    const pieces = index + (data === '' ? 0 : 1);
    const kept: KeptUpload = { upload: { uploadId, ...end }, tenant, pieces };
    await this.blobs.put(keyOf(uploadId), Buffer.from(JSON.stringify(kept)), signal);
    return { uploads: [kept.upload] };
  }

  /** @throws ArbiterError NOT_FOUND for an upload that has gone, never was, or is another tenant's */
  async assertOwned(
    sources: readonly IngestionSource[],
    principal: Principal | null,
    signal: AbortSignal,
  ): Promise<void> {
    for (const source of sources) {
      if (source.kind !== 'upload') continue;
      const upload = await this.find(source, signal);
      if (principal?.tenant && upload.tenant !== principal.tenant) throw unknownUpload(source);
    }
  }

  /** @throws ArbiterError NOT_FOUND for an upload that has gone or never was */
  async find(source: UploadSource, signal: AbortSignal): Promise<KeptUpload> {
    const found = await this.#find(source.uploadId, signal);
    if (!found) throw unknownUpload(source);
    return found;
  }

  /** All bytes of an upload, piece by piece. Rejects with UNAVAILABLE where they are not those that were sent. */
  async *read({ upload, pieces }: KeptUpload, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    const hash = createHash('sha256');
    for (let index = 0; index < pieces; index += 1) {
      const piece = await this.blobs.get(pieceKey(upload.uploadId, index), signal);
      if (!piece) break;
      hash.update(piece);
      yield piece;
    }
    if (hash.digest('hex') !== upload.sha256)
      throw new ArbiterError('UNAVAILABLE', `The upload "${upload.name}" is damaged: send the file again.`);
  }

  /** What a job has read goes; a job that failed may be asked to read it again. */
  async usedBy({ state, sources }: Pick<IngestionJob, 'state' | 'sources'>, signal: AbortSignal): Promise<void> {
    if (state !== 'succeeded') return;
    for (const source of sources) {
      const found = source.kind === 'upload' ? await this.#find(source.uploadId, signal) : null;
      if (found) await this.#delete(found.upload.uploadId, found.pieces, signal);
    }
  }

  /** Deletes uploads that are a day old, complete or not. */
  async sweep(signal: AbortSignal): Promise<void> {
    // The pieces of an upload are older than the upload.
    const before = this.clock.now() - UPLOAD_MS - SWEEP_MS;
    for (const { name, putAt } of await this.blobs.list(UPLOADS, 'upload', signal))
      if (putAt < before) await this.blobs.delete(keyOf(name), signal);
  }

  async #find(uploadId: string, signal: AbortSignal): Promise<KeptUpload | null> {
    const kept = await this.blobs.get(keyOf(uploadId), signal);
    return kept && KeptUpload.parse(JSON.parse(kept.toString()));
  }

  async #delete(uploadId: string, pieces: number, signal: AbortSignal): Promise<void> {
    await this.blobs.delete(keyOf(uploadId), signal);
    for (let index = 0; index < pieces; index += 1) await this.blobs.delete(pieceKey(uploadId, index), signal);
  }
}

function keyOf(uploadId: string): BlobKey {
  return { collection: UPLOADS, kind: 'upload', name: uploadId };
}

function pieceKey(uploadId: string, index: number): BlobKey {
  return keyOf(`${uploadId}-${index}`);
}

function unknownUpload({ name, uploadId }: UploadSource): ArbiterError {
  return new ArbiterError(
    'NOT_FOUND',
    `There is no upload of "${name}": it was used, or is older than a day. Send the file again.`,
    { details: { uploadId } },
  );
}

@Controller()
export class UploadsController {
  constructor(@Inject(Uploads) private readonly uploads: Pick<Uploads, 'take'>) {}

  @HandlesOperation(upload)
  upload(input: OperationInput<typeof upload>, context: OperationContext) {
    return this.uploads.take(input, context);
  }
}
