/** What a source says of a file before it is read. */
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
