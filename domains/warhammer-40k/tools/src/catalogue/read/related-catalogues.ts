import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { ParseRequest, RelatedFiles } from '@arbiter/tool-sdk';
import type { Catalogue } from '../model/catalogue.js';
import { readFile } from './read-file.js';
import { readReferences, type References } from './read-references.js';

/** Bytes of the files that stay parsed; a catalogue takes some ten times the bytes of its file. */
const MAX_PARSED_BYTES = 32 * 1024 * 1024;

export const EXTENSIONS = ['.cat', '.catz', '.gst', '.gstz'] as const;

/** A file of the folder, as far as others can refer to it. */
interface FolderEntry extends References {
  readonly name: string;
  /** sha256 of its bytes. */
  readonly hash: string;
}

interface ParsedFile {
  readonly catalogue: Catalogue;
  readonly bytes: number;
}

interface Closure {
  readonly entries: readonly FolderEntry[];
  /** Ids that are referred to and that no file of the folder has. */
  readonly missing: readonly string[];
}

export interface RelatedCatalogues {
  /** The game system and all linked catalogues, links of links too, nearest first; without the file itself. */
  readonly catalogues: readonly Catalogue[];
  /** One sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Follows the references of a catalogue through the files beside it. The files of a folder are identified once. Files
 * that many refer to stay parsed.
 */
export class RelatedCatalogueReader {
  private readonly folders = new WeakMap<RelatedFiles, Promise<ReadonlyMap<string, FolderEntry>>>();
  /** By hash, the last used last. */
  private readonly parsed = new Map<string, ParsedFile>();

  /** Changes when a file changes that the request's file refers to, or a missing one comes. */
  async digest(request: ParseRequest): Promise<string> {
    const { entries, missing } = await this.closureOf(request);
    if (entries.length === 0 && missing.length === 0) return '';
    return JSON.stringify([entries.map(({ id, hash }) => [id, hash]), missing]);
  }

  async read(request: ParseRequest): Promise<RelatedCatalogues> {
    const { entries, missing } = await this.closureOf(request);
    const catalogues: Catalogue[] = [];
    const warnings: string[] = missing.map((id) => `It refers to "${id}", which no file beside it has as its id.`);
    for (const entry of entries) {
      const catalogue = await this.catalogueOf(entry, request);
      if (catalogue instanceof ArbiterError)
        warnings.push(`What it takes from ${entry.name} is missing: ${catalogue.message}`);
      else catalogues.push(catalogue);
    }
    return { catalogues, warnings };
  }

  private async catalogueOf(
    { name, hash }: FolderEntry,
    { related, signal }: ParseRequest,
  ): Promise<Catalogue | ArbiterError> {
    try {
      let parsed = this.parsed.get(hash);
      if (!parsed) {
        const bytes = (await related?.read(name, signal)) ?? new Uint8Array(0);
        parsed = { ...(await readFile(bytes, name, signal)), bytes: bytes.length };
      }
      this.keep(hash, parsed);
      return parsed.catalogue;
    } catch (error) {
      signal.throwIfAborted();
      return ArbiterError.from(error);
    }
  }

  private keep(hash: string, { catalogue, bytes }: ParsedFile): void {
    this.parsed.delete(hash);
    this.parsed.set(hash, { catalogue, bytes });
    let held = 0;
    for (const one of this.parsed.values()) held += one.bytes;
    for (const [oldest, one] of this.parsed) {
      if (held <= MAX_PARSED_BYTES) return;
      this.parsed.delete(oldest);
      held -= one.bytes;
    }
  }

  /** Breadth first; a file is entered once, so that links that lead in a circle end. */
  private async closureOf({ bytes, name, signal, related }: ParseRequest): Promise<Closure> {
    const own = referencesOf(bytes, name);
    if (!own || own.targets.length === 0) return { entries: [], missing: [] };
    const folder = related ? await this.folderOf(related, signal) : new Map<string, FolderEntry>();
    const entries: FolderEntry[] = [];
    const missing: string[] = [];
    const seen = new Set([own.id]);
    const queue = [...own.targets];
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const entry = folder.get(id);
      if (!entry) missing.push(id);
      else {
        entries.push(entry);
        queue.push(...entry.targets);
      }
    }
    return { entries, missing: missing.sort(compareCodeUnits) };
  }

  private folderOf(related: RelatedFiles, signal: AbortSignal): Promise<ReadonlyMap<string, FolderEntry>> {
    const known = this.folders.get(related);
    if (known) return known;
    const reading = readFolder(related, signal);
    this.folders.set(related, reading);
    // One that was cancelled says nothing about the folder.
    void reading.catch(() => this.folders.delete(related));
    return reading;
  }
}

/** The files of a folder by their ids; the first by name where two have the same. What cannot be read has none. */
async function readFolder(related: RelatedFiles, signal: AbortSignal): Promise<ReadonlyMap<string, FolderEntry>> {
  const entries = new Map<string, FolderEntry>();
  for (const name of related.names.filter(isCatalogueName)) {
    try {
      const bytes = await related.read(name, signal);
      const references = readReferences(bytes, name);
      const hash = await sha256(bytes);
      if (references.id !== '' && !entries.has(references.id))
        entries.set(references.id, { ...references, name, hash });
    } catch (error) {
      signal.throwIfAborted();
      // A broken file fails where it is ingested itself.
      if (ArbiterError.from(error).code === 'UNAVAILABLE') throw error;
    }
  }
  return entries;
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isCatalogueName(name: string): boolean {
  return EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}

/** @returns null for a file that cannot be read: parsing says what is wrong with it */
function referencesOf(bytes: Uint8Array, name: string): References | null {
  try {
    return readReferences(bytes, name);
  } catch (error) {
    if (error instanceof ArbiterError && error.code === 'INVALID_REQUEST') return null;
    throw error;
  }
}
