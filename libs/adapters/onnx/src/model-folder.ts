/** A file of a model as it must be; one that differs is refused. */
export interface ModelFile {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A model as a folder of files. */
export interface ModelFolder {
  /** What people call the model. */
  readonly name: string;
  /** Absolute path. */
  readonly directory: string;
  /** Null where nobody has said what the files must be: they are then taken as they are. */
  readonly files: readonly ModelFile[] | null;
}
