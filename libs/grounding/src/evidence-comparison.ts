import { carryOut, type Steps } from '@arbiter/text';
import { alignClaim, type SentenceVectors } from './alignment/align-claim.js';
import { type EncodedPieces, vectorsWithin } from './alignment/piece-vectors.js';
import {
  nearestPassage,
  type NearestPassage,
  supportFeatures,
  type SupportFeatures,
  wordFeatures,
  type WordFeatures,
} from './features/support-features.js';
import { mentionsIn, type TextMentions } from './mentions/text-mentions.js';
import type { ComparedTexts, Mismatch } from './mismatch.js';
import { findMismatches } from './mismatches/find-mismatches.js';
import { wordingNearness } from './mismatches/wording-nearness.js';
import type { ClaimPart } from './passages/cut-sentences.js';
import { type EvidenceWindow, EvidenceWindows } from './passages/evidence-windows.js';
import { Evidence, type EvidenceSentence, type EvidenceSource } from './passages/evidence.js';
import { selectEvidence } from './passages/select-evidence.js';
import { VerbatimIndex } from './verbatim-index.js';

/** A part of a claim with the sentences that may support it. */
export interface EvidenceChoice {
  readonly part: ClaimPart;
  /** In document order; empty without sources. */
  readonly chosen: readonly EvidenceSentence[];
  readonly nearest: NearestPassage;
}

const NO_VECTORS = new Float32Array();

/** Claims beside the sources of one validation: what is cut and read once serves all of them. */
export class EvidenceComparison {
  readonly #mentions = new Map<number, TextMentions>();
  readonly #claimMentions = new WeakMap<ClaimPart, TextMentions>();
  readonly #compared = new WeakMap<EvidenceChoice, ComparedTexts>();
  readonly #mismatches = new WeakMap<EvidenceChoice, readonly Mismatch[]>();

  private constructor(
    readonly evidence: Evidence,
    readonly windows: EvidenceWindows,
    readonly verbatim: VerbatimIndex,
  ) {}

  static *reading(sources: readonly EvidenceSource[]): Steps<EvidenceComparison> {
    const evidence = yield* Evidence.reading(sources);
    const windows = yield* EvidenceWindows.grouping(evidence);
    return new EvidenceComparison(evidence, windows, yield* VerbatimIndex.reading(evidence));
  }

  static of(sources: readonly EvidenceSource[]): EvidenceComparison {
    return carryOut(EvidenceComparison.reading(sources));
  }

  choose(part: ClaimPart): EvidenceChoice {
    const chosen = selectEvidence(part, this.evidence);
    return { part, chosen, nearest: nearestPassage(part, chosen, this.evidence) };
  }

  /** The windows that hold the chosen sentences, each once, in document order. */
  windowsOf({ chosen }: EvidenceChoice): EvidenceWindow[] {
    return [...new Set(chosen.flatMap((sentence) => this.windows.holding(sentence) ?? []))];
  }

  wordFeatures(choice: EvidenceChoice): WordFeatures {
    const { part, chosen, nearest } = choice;
    return wordFeatures(part, chosen, nearest, this.mismatches(choice), (sentence) => this.mentionsOf(sentence));
  }

  /**
   * @param claim the part of the claim as an encoder sees it
   * @param encodedWindows by their index; sentences of a window that is not among them are left out of the alignment
   */
  supportFeatures(
    choice: EvidenceChoice,
    claim: EncodedPieces,
    encodedWindows: ReadonlyMap<number, EncodedPieces>,
  ): SupportFeatures {
    const contexts = new Map<number, Float32Array>();
    const sentences = choice.chosen.flatMap((sentence): SentenceVectors[] => {
      const window = this.windows.holding(sentence);
      const encoded = window && encodedWindows.get(window.index);
      if (!encoded) return [];
      const shift = window.offset - window.start;
      const own = vectorsWithin(encoded, { start: sentence.start + shift, end: sentence.end + shift });
      const context =
        contexts.get(window.index) ??
        (window.offset === 0 ? NO_VECTORS : vectorsWithin(encoded, { start: 0, end: window.offset }));
      contexts.set(window.index, context);
      return [{ own, context }];
    });
    return supportFeatures(this.wordFeatures(choice), alignClaim(choice.part, claim, sentences));
  }

  /** The chosen sentence whose wording is nearest, by all but numbers and names, which an error would change. */
  nearestWording({ part, chosen, nearest }: EvidenceChoice): EvidenceSentence | null {
    const claim = this.#mentionsOfClaim(part);
    let best = nearest.sentence;
    let bestScore = -1;
    for (const sentence of chosen) {
      const { held, pairs } = wordingNearness(claim, this.mentionsOf(sentence));
      if (held + pairs > bestScore) [best, bestScore] = [sentence, held + pairs];
    }
    return best;
  }

  /** Mismatches between the claim and the sentence nearest to it; none without evidence. */
  mismatches(choice: EvidenceChoice): readonly Mismatch[] {
    const known = this.#mismatches.get(choice);
    if (known) return known;
    const texts = this.compared(choice);
    const found = texts ? findMismatches(texts) : [];
    this.#mismatches.set(choice, found);
    return found;
  }

  /** Input of the mismatch rules; null without evidence. */
  compared(choice: EvidenceChoice): ComparedTexts | null {
    const known = this.#compared.get(choice);
    if (known) return known;
    const compared = this.#compare(choice);
    if (compared) this.#compared.set(choice, compared);
    return compared;
  }

  #compare(choice: EvidenceChoice): ComparedTexts | null {
    const { part, chosen, nearest } = choice;
    const sentence = this.nearestWording(choice);
    if (sentence === null) return null;
    const around = chosen.filter(
      ({ index, source }) => source === sentence.source && Math.abs(index - sentence.index) <= 1,
    );
    return {
      claim: this.#mentionsOfClaim(part),
      sentence: this.mentionsOf(sentence),
      window: [...new Set([...around, ...nearest.window])].map((one) => this.mentionsOf(one)),
      known: new Set([...nearest.stems, ...around.flatMap(({ stems }) => [...stems])]),
    };
  }

  mentionsOf(sentence: EvidenceSentence): TextMentions {
    const known = this.#mentions.get(sentence.index);
    if (known) return known;
    const mentions = mentionsIn(sentence.text, sentence.words);
    this.#mentions.set(sentence.index, mentions);
    return mentions;
  }

  #mentionsOfClaim(part: ClaimPart): TextMentions {
    const known = this.#claimMentions.get(part);
    if (known) return known;
    const mentions = mentionsIn(part.text, part.words);
    this.#claimMentions.set(part, mentions);
    return mentions;
  }
}
