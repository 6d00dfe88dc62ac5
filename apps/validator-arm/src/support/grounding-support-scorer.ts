import type { Claim } from '@arbiter/contracts';
import {
  judgePart,
  type EncodedPieces,
  type EvidenceChoice,
  type IgnoredFeatures,
  type SupportFeatures,
  type WordFeatures,
} from '@arbiter/grounding';
import { chooseWindows } from './choose-windows.js';
import { claimSupport, type JudgedPart } from './claim-support.js';
import type { ReadSources } from './read-sources.js';
import type { ClaimSupport, SupportScorer } from './support-scorer.js';
import { Turns } from './turns.js';

/** One sentence of a claim, laid beside its evidence. */
interface ComparedPart {
  readonly claim: Claim;
  readonly choice: EvidenceChoice;
  /** The sources state it word for word: nothing has to be encoded. */
  readonly verbatim: boolean;
}

/**
 * Support by the features of libs/grounding. The windows of the sources are encoded once for all claims, in one batch with
 * the claims themselves; where the embedder gives no vectors of words, words alone decide, and the reasoning says so.
 */
export class GroundingSupportScorer implements SupportScorer {
  /**
   * @param now milliseconds, from any start
   * @param ignored features that do not count; none where users are served
   */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly ignored?: IgnoredFeatures,
  ) {}

  async score(claims: readonly Claim[], read: ReadSources, signal: AbortSignal): Promise<readonly ClaimSupport[]> {
    const turns = new Turns(signal, this.now);
    const { comparison } = read;
    const parts: ComparedPart[] = [];
    for (const claim of claims) {
      for (const part of read.partsOf(claim.text)) {
        await turns.next();
        const verbatim = comparison.verbatim.find(part.text)[0]?.stated === true;
        parts.push({ claim, choice: comparison.choose(part), verbatim });
      }
    }
    const windows = read.canEncode ? await encodeWindows(parts, read, signal) : NO_WINDOWS;
    const judged = new Map<Claim, JudgedPart[]>(claims.map((claim) => [claim, []]));
    for (const part of parts) {
      await turns.next();
      const features = featuresOf(part, read, windows);
      const judgement = judgePart(comparison, part.choice, features, this.ignored);
      const similarity = part.verbatim ? 1 : 'windowCosine' in features ? features.windowCosine : 0;
      judged.get(part.claim)?.push({ judgement, similarity });
    }
    return claims.map((claim) => claimSupport(claim, judged.get(claim) ?? [], comparison, !read.canEncode));
  }
}

type EncodedWindows = ReadonlyMap<number, EncodedPieces>;

const NO_WINDOWS: EncodedWindows = new Map();

/** Encodes what is not stated word for word with the windows that may support it. */
async function encodeWindows(
  compared: readonly ComparedPart[],
  read: ReadSources,
  signal: AbortSignal,
): Promise<EncodedWindows> {
  const open = compared.flatMap(({ verbatim, choice }) => (verbatim || choice.chosen.length === 0 ? [] : [choice]));
  const windows = chooseWindows(read.comparison, open);
  await read.encode([...open.map(({ part }) => part.text), ...windows.map(({ text }) => text)], signal);
  return new Map(windows.flatMap(({ index, text }) => pairWith(index, read.encodingOf(text))));
}

/** By vectors where the claim and some of its evidence were encoded, else by words. */
function featuresOf(
  { choice, verbatim }: ComparedPart,
  read: ReadSources,
  windows: EncodedWindows,
): SupportFeatures | WordFeatures {
  const { comparison } = read;
  const encoded = verbatim ? undefined : read.encodingOf(choice.part.text);
  const isEncoded = comparison.windowsOf(choice).some(({ index }) => windows.has(index));
  return encoded && isEncoded ? comparison.supportFeatures(choice, encoded, windows) : comparison.wordFeatures(choice);
}

function pairWith<K, V>(key: K, value: V | undefined): [K, V][] {
  return value === undefined ? [] : [[key, value]];
}
