import type { RelatedFiles } from '@arbiter/tool-sdk';
import type { ThreadDocument } from '../thread-protocol.js';

/** Folders that stay known: jobs of two collections may take turns. */
const MOST_FOLDERS = 4;

type Related = NonNullable<ThreadDocument['related']>;

/** The files beside documents, one object for each folder, as parsers keep what they have read by it. */
export class RelatedFolders {
  private readonly known = new Map<number, { readonly files: RelatedFiles; run: number }>();

  /** @param read asks for a file on behalf of a run */
  constructor(private readonly read: (run: number, name: string) => Promise<Uint8Array>) {}

  /** @param run that reads a document of the folder now: one at a time does */
  of({ folder, names }: Related, run: number): RelatedFiles {
    const known = this.known.get(folder);
    if (known) {
      known.run = run;
      return known.files;
    }
    const entry = { files: { names, read: (name: string) => this.read(entry.run, name) }, run };
    this.known.set(folder, entry);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST_FOLDERS) break;
      this.known.delete(oldest);
    }
    return entry.files;
  }
}
