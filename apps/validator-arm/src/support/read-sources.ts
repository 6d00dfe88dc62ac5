import { Turns } from '@arbiter/adapter-kit/resilience';
import type { Source } from '@arbiter/contracts';
import { claimParts, EvidenceComparison, type ClaimPart } from '@arbiter/grounding';
import type { Embedder, TextEncoding } from '@arbiter/ports';
import { carryOut, headingPath, headingsOfPath, type Steps } from '@arbiter/text';

/**
 * The sources of one validation as all of its checks read them: cut into sentences and windows once, and no text encoded
 * twice, so that a check which comes later has the vectors of an earlier one.
 */
export class ReadSources {
  readonly #parts = new Map<string, readonly ClaimPart[]>();
  readonly #encodings = new Map<string, TextEncoding>();

  private constructor(
    readonly sources: readonly Source[],
    readonly comparison: EvidenceComparison,
    private readonly embedder: Embedder,
  ) {}

  /** In turns with other requests. @throws the signal's reason */
  static async read(sources: readonly Source[], embedder: Embedder, signal: AbortSignal): Promise<ReadSources> {
    return new ReadSources(sources, await new Turns(signal).through(comparing(sources)), embedder);
  }

  /** All at once, where there are no other requests. */
  static of(sources: readonly Source[], embedder: Embedder): ReadSources {
    return new ReadSources(sources, carryOut(comparing(sources)), embedder);
  }

  /** Whether the embedder gives vectors of the pieces of a text, without which nothing can be encoded. */
  get canEncode(): boolean {
    return this.embedder.canEncode;
  }

  /** The sentences of a claim, at least one. */
  partsOf(claim: string): readonly ClaimPart[] {
    const known = this.#parts.get(claim);
    if (known) return known;
    const parts = claimParts(claim);
    this.#parts.set(claim, parts);
    return parts;
  }

  /**
   * Encodes those of the texts that are not yet, in one batch.
   *
   * @throws ArbiterError UNAVAILABLE when the embedder is, INVALID_REQUEST where {@link canEncode} is false, and the
   *   signal's reason
   */
  async encode(texts: readonly string[], signal: AbortSignal): Promise<void> {
    const missing = [...new Set(texts)].filter((text) => !this.#encodings.has(text));
    if (missing.length === 0) return;
    const encoded = await this.embedder.encode(missing, { kind: 'query', signal });
    encoded.forEach((encoding, index) => this.#encodings.set(missing[index] ?? '', encoding));
  }

  /** @returns undefined for a text that was not encoded */
  encodingOf(text: string): TextEncoding | undefined {
    return this.#encodings.get(text);
  }

  /**
   * Of whole texts, each of unit length, in their order; from their encodings where the embedder can encode.
   *
   * @throws ArbiterError UNAVAILABLE when the embedder is, and the signal's reason
   */
  async vectorsOf(texts: readonly string[], signal: AbortSignal): Promise<readonly (Float32Array | undefined)[]> {
    if (!this.canEncode) return this.embedder.embed(texts, { kind: 'query', signal });
    await this.encode(texts, signal);
    return texts.map((text) => this.#encodings.get(text)?.vector);
  }
}

function comparing(sources: readonly Source[]): Steps<EvidenceComparison> {
  return EvidenceComparison.reading(
    sources.map((source) => ({ id: source.id, text: source.content, context: contextLine(source) })),
  );
}

/** Title and headings on one line, as they are read before a passage. */
function contextLine(source: Source): string {
  return contextOf(source)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('. ');
}

/**
 * Longest context of a source that is read, in UTF-16 code units: it stands before every window of the source, and one of
 * megabytes would make gigabytes.
 */
const LONGEST_CONTEXT = 4_000;

/** What says of what a source speaks: title, headings, and other names of its subject. */
export function contextOf(source: Source | undefined): string {
  if (!source) return '';
  const { title = '', section = '', aliases } = source.metadata;
  const names = Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
  return cut([title, section, ...names]);
}

/** Title and section. */
export function headingText({ metadata: { title = '', section = '' } }: Source): string {
  return cut([title, section]);
}

/** Title and headings in the form in which the reader is given them. */
export function headingsOf({ metadata: { title = '', section = '' } }: Source): string {
  return headingPath(title.slice(0, LONGEST_CONTEXT), headingsOfPath(section.slice(0, LONGEST_CONTEXT)));
}

function cut(lines: readonly string[]): string {
  return lines.join('\n').slice(0, LONGEST_CONTEXT);
}
