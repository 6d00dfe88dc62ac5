import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Claim, Source } from '@arbiter/contracts';
import {
  claimParts,
  EvidenceComparison,
  judgePart,
  type EvidenceChoice,
  type EncodedPieces,
  type SupportFeatures,
  type WordFeatures,
} from '@arbiter/grounding';
import type { Embedder } from '@arbiter/ports';
import { contextOf } from '../checks/usefulness-features.js';
import { chooseWindows } from './choose-windows.js';
import { claimSupport, type JudgedPart } from './claim-support.js';
import type { ClaimSupport, SupportScorer } from './support-scorer.js';

/** One sentence of a claim, laid beside its evidence. */
interface ComparedPart {
  readonly claim: Claim;
  readonly choice: EvidenceChoice;
  /** The sources state it word for word: nothing has to be encoded. */
  readonly verbatim: boolean;
}

/** Vectors of the sentences of claims and of the windows of sources. */
interface Encodings {
  readonly parts: ReadonlyMap<ComparedPart, EncodedPieces>;
  readonly windows: ReadonlyMap<number, EncodedPieces>;
}

/** Milliseconds of work after which other requests get their turn. */
const TURN_MS = 10;

/**
 * Support by the features of libs/grounding. The windows of the sources are encoded once for all claims, in one batch with
 * the claims themselves; where the embedder gives no vectors of words, words alone decide, and the reasoning says so.
 */
export class GroundingSupportScorer implements SupportScorer {
  /** @param now milliseconds, from any start */
  constructor(
    private readonly embedder: Embedder,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async score(
    claims: readonly Claim[],
    sources: readonly Source[],
    signal: AbortSignal,
  ): Promise<readonly ClaimSupport[]> {
    const turns = new Turns(signal, this.now);
    const comparison = new EvidenceComparison(
      sources.map((source) => ({ id: source.id, text: source.content, context: contextLine(source) })),
    );
    const parts: ComparedPart[] = [];
    for (const claim of claims) {
      await turns.next();
      for (const part of claimParts(claim.text)) {
        const verbatim = comparison.verbatim.find(part.text)[0]?.stated === true;
        parts.push({ claim, choice: comparison.choose(part), verbatim });
      }
    }
    const encodings = this.embedder.canEncode ? await this.#encode(comparison, parts, signal) : null;
    const judged = new Map<Claim, JudgedPart[]>(claims.map((claim) => [claim, []]));
    for (const part of parts) {
      await turns.next();
      const features = featuresOf(comparison, part, encodings);
      const judgement = judgePart(comparison, part.choice, features);
      const similarity = part.verbatim ? 1 : 'windowCosine' in features ? features.windowCosine : 0;
      judged.get(part.claim)?.push({ judgement, similarity });
    }
    return claims.map((claim) => claimSupport(claim, judged.get(claim) ?? [], comparison, encodings === null));
  }

  async #encode(
    comparison: EvidenceComparison,
    compared: readonly ComparedPart[],
    signal: AbortSignal,
  ): Promise<Encodings> {
    const open = compared.filter(({ verbatim, choice }) => !verbatim && choice.chosen.length > 0);
    const windows = chooseWindows(
      comparison,
      open.map(({ choice }) => choice),
    );
    const texts = [...open.map(({ choice }) => choice.part.text), ...windows.map(({ text }) => text)];
    const encoded = texts.length === 0 ? [] : await this.embedder.encode(texts, { kind: 'query', signal });
    return {
      parts: new Map(open.flatMap((part, index) => pairWith(part, encoded[index]))),
      windows: new Map(windows.flatMap((window, index) => pairWith(window.index, encoded[open.length + index]))),
    };
  }
}

/** By vectors where the claim and some of its evidence were encoded, else by words. */
function featuresOf(
  comparison: EvidenceComparison,
  part: ComparedPart,
  encodings: Encodings | null,
): SupportFeatures | WordFeatures {
  const { choice } = part;
  const encoded = encodings?.parts.get(part);
  const isEncoded = comparison.windowsOf(choice).some(({ index }) => encodings?.windows.has(index) === true);
  return encodings && encoded && isEncoded
    ? comparison.supportFeatures(choice, encoded, encodings.windows)
    : comparison.wordFeatures(choice);
}

function pairWith<K, V>(key: K, value: V | undefined): [K, V][] {
  return value === undefined ? [] : [[key, value]];
}

/** Title and headings on one line, as they are read before a passage. */
function contextLine(source: Source): string {
  return contextOf(source)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('. ');
}

/** Keeps a long computation from holding up others, and ends it when nobody waits for it any more. */
class Turns {
  #begun: number;

  constructor(
    private readonly signal: AbortSignal,
    private readonly now: () => number,
  ) {
    this.#begun = now();
  }

  /** @throws the signal's reason */
  async next(): Promise<void> {
    this.signal.throwIfAborted();
    if (this.now() - this.#begun < TURN_MS) return;
    await nextTurn();
    this.#begun = this.now();
    this.signal.throwIfAborted();
  }
}
