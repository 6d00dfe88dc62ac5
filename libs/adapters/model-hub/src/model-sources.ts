import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';
import { digestFile } from './model-files.js';
import {
  cancelled,
  type ModelListing,
  type ModelSource,
  type OpenedFile,
  type SourceFile,
  statusError,
} from './model-source.js';

/** The public hub; mirrors speak the same protocol (HF_ENDPOINT). */
export const DEFAULT_HUB = 'https://huggingface.co';

/** Longest wait for a description, and for the first byte of a file, in milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Answer of `GET /api/models/{name}/revision/{revision}?blobs=true`, as far as it is used. */
const ModelInfo = z.object({
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  siblings: z.array(
    z.object({
      rfilename: z.string(),
      size: z.int().min(0),
      blobId: z.string().nullish(),
      /** Of large files, which Git knows only by their checksum. */
      lfs: z.object({ sha256: z.string() }).nullish(),
    }),
  ),
});

export interface HubOptions {
  /** Base URL. */
  readonly url?: string;
  readonly answerTimeoutMs?: number;
}

/** Models of a hub that speaks Hugging Face's protocol. Redirects are followed, proxies are Node's business. */
export class HubSource implements ModelSource {
  readonly name: string;
  readonly #answerTimeoutMs: number;

  constructor({ url = DEFAULT_HUB, answerTimeoutMs = ANSWER_TIMEOUT_MS }: HubOptions = {}) {
    this.name = url.replace(/(?<!\/)\/+$/, '');
    this.#answerTimeoutMs = answerTimeoutMs;
  }

  async describe(
    model: string,
    { revision, paths, signal }: Parameters<ModelSource['describe']>[1],
  ): Promise<ModelListing> {
    const at = encodeURIComponent(revision ?? 'main');
    // Of a description the whole must come in that time; of a file only the first byte, the rest is watched by its reader.
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(this.#answerTimeoutMs)]);
    const response = await this.#get(`/api/models/${model}/revision/${at}?blobs=true`, { signal: inTime }, signal);
    const what = revision === null ? model : `${model} at ${revision}`;
    if (!response.ok) throw await refusal(response, what);
    const { sha, siblings } = await this.#parse(response, signal);
    const files = siblings
      .filter(({ rfilename }) => paths.includes(rfilename))
      .map(({ rfilename, size, blobId, lfs }) => ({
        path: rfilename,
        bytes: size,
        sha256: lfs?.sha256 ?? null,
        // Of a large file Git has only a pointer, whose name says nothing of the content.
        gitBlob: lfs ? null : (blobId ?? null),
      }));
    return { revision: sha, files };
  }

  async open(
    model: string,
    path: string,
    { revision, offset, signal }: Parameters<ModelSource['open']>[2],
  ): Promise<OpenedFile> {
    const at = encodeURIComponent(revision ?? 'main');
    // Not compressed: ranges and sizes are of the file as it is.
    const headers = { 'accept-encoding': 'identity', ...(offset > 0 && { range: `bytes=${offset}-` }) };
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), this.#answerTimeoutMs);
    const response = await this.#get(
      `/${model}/resolve/${at}/${path}`,
      { headers, signal: AbortSignal.any([signal, waiting.signal]) },
      signal,
    ).finally(() => clearTimeout(timer));
    const { status, body } = response;
    if (status === 206 && body && response.headers.get('content-range')?.startsWith(`bytes ${offset}-`)) {
      return { offset, bytes: body };
    }
    if (status === 200 && body) return { offset: 0, bytes: body };
    if (offset > 0 && (status === 206 || status === 416)) {
      await response.body?.cancel();
      return this.open(model, path, { revision, offset: 0, signal });
    }
    throw await refusal(response, `${path} of ${model}`);
  }

  /** @param signal the caller's, which tells a cancelled request from one that took too long */
  async #get(path: string, request: RequestInit, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(`${this.name}${path}`, request);
    } catch (cause) {
      if (signal.aborted) throw cancelled(signal);
      throw new ArbiterError(
        'UNAVAILABLE',
        `${this.name} cannot be reached: try again, or pull from a folder or a mirror with --from.`,
        { details: { source: this.name }, cause },
      );
    }
  }

  async #parse(response: Response, signal: AbortSignal): Promise<z.output<typeof ModelInfo>> {
    try {
      return ModelInfo.parse(await response.json());
    } catch (cause) {
      if (signal.aborted) throw cancelled(signal);
      throw new ArbiterError('UNAVAILABLE', `${this.name} does not describe its files as a model hub does.`, {
        details: { source: this.name },
        cause,
      });
    }
  }
}

async function refusal(response: Response, what: string): Promise<ArbiterError> {
  await response.body?.cancel();
  return statusError(what, response.status, response.headers.get('retry-after'));
}

/** One model in a folder: downloaded elsewhere, or exported by oneself. It is taken for the model that is asked for. */
export class FolderSource implements ModelSource {
  /** @param name absolute path */
  constructor(readonly name: string) {}

  async describe(
    _model: string,
    { revision, paths, signal }: Parameters<ModelSource['describe']>[1],
  ): Promise<ModelListing> {
    if (revision !== null) {
      throw new ArbiterError('INVALID_REQUEST', 'A folder has no revisions: leave out --revision.');
    }
    const found = await stat(this.name).catch(() => null);
    if (!found?.isDirectory()) {
      throw new ArbiterError('NOT_FOUND', `There is no folder ${this.name}.`, { details: { source: this.name } });
    }
    const files: SourceFile[] = [];
    for (const path of paths) {
      const digests = await digestFile(join(this.name, path), signal);
      if (digests) files.push({ path, ...digests });
    }
    return { revision: null, files };
  }

  open(_model: string, path: string, { offset, signal }: Parameters<ModelSource['open']>[2]): Promise<OpenedFile> {
    return Promise.resolve({ offset, bytes: createReadStream(join(this.name, path), { start: offset, signal }) });
  }
}
