import { Turns } from '@arbiter/adapter-kit/resilience';
import type { Claim, SupportToken, VerificationMethod } from '@arbiter/contracts';
import {
  judgePart,
  type EncodedPieces,
  type EvidenceChoice,
  type EvidenceComparison,
  type EvidenceWindow,
  type PartJudgement,
  type SupportFeatures,
  type WordFeatures,
} from '@arbiter/grounding';
import type { ReadSources } from './read-sources.js';
import { HALF, type ClaimSupport, type EvidenceSpan, type Mismatch, type SupportScorer } from './support-scorer.js';

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
  /** @param now milliseconds, from any start */
  constructor(private readonly now: () => number = () => performance.now()) {}

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
      const judgement = judgePart(comparison, part.choice, features);
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

/** Windows that are encoded for one validation: some 8,000 word pieces, a second on two cores. */
export const MOST_WINDOWS = 80;

/**
 * The windows that claims need, each once. Where they are too many, every claim gets the one that holds its nearest
 * sentence before any gets another.
 */
function chooseWindows(comparison: EvidenceComparison, choices: readonly EvidenceChoice[]): EvidenceWindow[] {
  const needed = choices.map((choice) => {
    const { sentence } = choice.nearest;
    const nearest = sentence ? comparison.windows.holding(sentence) : undefined;
    return [...new Set([...(nearest ? [nearest] : []), ...comparison.windowsOf(choice)])];
  });
  const chosen = new Set<EvidenceWindow>();
  const longest = needed.reduce((most, { length }) => Math.max(most, length), 0);
  for (let rank = 0; rank < longest && chosen.size < MOST_WINDOWS; rank++) {
    for (const windows of needed) {
      const window = windows[rank];
      if (window && chosen.size < MOST_WINDOWS) chosen.add(window);
    }
  }
  return [...chosen];
}

/** A sentence of a claim as it was judged. */
interface JudgedPart {
  readonly judgement: PartJudgement;
  /** Highest cosine with a window, 0–1. */
  readonly similarity: number;
}

const METHODS: Readonly<Record<PartJudgement['by'], VerificationMethod>> = {
  wording: 'exact_match',
  computation: 'computed',
  features: 'semantic_similarity',
};

/** A claim is as well supported as its least supported sentence, and half supported where another one is. */
function claimSupport(
  claim: Claim,
  parts: readonly JudgedPart[],
  comparison: EvidenceComparison,
  byWordsAlone: boolean,
): ClaimSupport {
  const [first, ...others] = parts;
  if (!first) return nothingSaid(claim, 'The claim says nothing that could be checked.');
  const weakest = others.reduce((least, part) => (probabilityOf(part) < probabilityOf(least) ? part : least), first);
  const { judgement } = weakest;
  if (judgement.passages.length === 0) return nothingSaid(claim, 'There is no source to check against.');
  const mismatches = parts.flatMap((part) => mismatchesOf(part.judgement, comparison));
  return {
    claim,
    probability: judgement.probability,
    support: tokenOf(parts),
    method: METHODS[judgement.by],
    reasoning: reasoningOf(judgement, byWordsAlone),
    spans: distinctSpans(parts.flatMap((part) => spansOf(part.judgement, comparison))),
    mismatches,
    ...(isSettled(judgement) && { settled: true }),
    similarity: Math.max(...parts.map(({ similarity }) => similarity)),
  };
}

function tokenOf(parts: readonly JudgedPart[]): SupportToken {
  const tokens = parts.map(({ judgement: { probability, threshold } }) =>
    probability >= threshold ? 'full' : probability >= HALF * threshold ? 'half' : 'none',
  );
  if (tokens.every((token) => token === 'full')) return 'fully_supported';
  return tokens.every((token) => token === 'none') ? 'no_support' : 'partially_supported';
}

function isSettled({ by, refuted }: PartJudgement): boolean {
  return by !== 'features' || refuted;
}

function reasoningOf({ by, refuted, mismatches, probability }: PartJudgement, byWordsAlone: boolean): string {
  if (by === 'wording') return 'The sources say so word for word.';
  if (by === 'computation') return 'The numbers in the sources add up to it.';
  const differences = mismatches.map(({ message }) => message).join('; ');
  if (refuted) return `The nearest passage differs: ${differences}.`;
  const sure = `The nearest passages support it with a probability of ${Math.round(100 * probability)} %.`;
  return [
    sure,
    ...(mismatches.length > 0 ? [`They may differ: ${differences}.`] : []),
    ...(byWordsAlone ? ['Judged by its words alone: the embedding model gives no vectors of words.'] : []),
  ].join(' ');
}

function mismatchesOf({ mismatches, passages }: PartJudgement, comparison: EvidenceComparison): Mismatch[] {
  const [sentence] = passages;
  const source = sentence && comparison.evidence.sources[sentence.source];
  return mismatches.map((mismatch) =>
    source ? { ...mismatch, evidence: { sourceId: source.id, start: sentence.start, end: sentence.end } } : mismatch,
  );
}

/** Where it stands word for word, else the nearest sentences. */
function spansOf({ by, verbatim, passages }: PartJudgement, { evidence }: EvidenceComparison): EvidenceSpan[] {
  const places = by === 'wording' ? verbatim.filter(({ stated }) => stated) : passages;
  return places.flatMap(({ source, start, end }) => {
    const sourceId = evidence.sources[source]?.id;
    return sourceId === undefined ? [] : [{ sourceId, start, end }];
  });
}

function distinctSpans(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  return [...new Map(spans.map((span) => [`${span.sourceId}:${span.start}:${span.end}`, span])).values()];
}

function probabilityOf({ judgement }: JudgedPart): number {
  return judgement.probability / judgement.threshold;
}

function nothingSaid(claim: Claim, reasoning: string): ClaimSupport {
  return {
    claim,
    probability: 0,
    support: 'no_support',
    method: 'semantic_similarity',
    reasoning,
    spans: [],
    mismatches: [],
    similarity: 0,
  };
}
