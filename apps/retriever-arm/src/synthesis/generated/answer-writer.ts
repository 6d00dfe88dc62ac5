import { isSameSentence, sentenceKey } from '@arbiter/composition';
import type { Citation, Passage, RejectedText, SynthesizeResponse } from '@arbiter/contracts';
import { restoreText } from '@arbiter/prompting';
import { addressesIn, holdsActiveContent, linksAsText, type Span, terms } from '@arbiter/text';
import { citeSpan } from '../sentences/citations.js';
import { findSupport } from './find-support.js';
import { placeQuote, type SourceQuote } from './mark-citations.js';
import type { RepeatedPrompt } from './repeated-prompt.js';
import type { CutSentence } from './read-sentences.js';
import { saysNothingFound } from './refusals.js';
import { NOT_IN_SOURCES } from './synthesis.prompt.js';
import { isUnsafe } from './unsafe-sentences.js';

/** Markers that a source itself holds, as the prompt shows them; they lead nowhere in an answer. */
const MARKERS_OF_SOURCE = /(?<![^\S\n])[^\S\n]*\[\s*~+[\d\s,;&–-]+\]/g;
/** Frames of code, which models put around what they write. */
const CODE_FENCE = /^`{3,}[\w-]*[^\S\n]*\n?|\n?(?<!`)`{3,}$/gm;
const MARKER_GROUP = /(?<![^\S\n])[^\S\n]*\[\d+\](?:[^\S\n]*\[\d+\])*/g;
/** Terms from which on the part of a sentence before a marker is a claim of its own. */
const TERMS_OF_CLAIM = 2;

/**
 * Writes an answer sentence by sentence and removes invented markers. It binds every marker to the span of its source that
 * the claim rests on: the vendor's where that holds it. Markers count from 1 in the order in which the text uses them. Two claims
 * that rest on the same span, or on the same sentence of two sources, share a marker. What is written again for each source that
 * says it stands once.
 *
 * A sentence is left out that instructs its reader's model, that a viewer would load or run something for, or that holds an address
 * which the sources that it cites do not hold: a model that obeyed a document would carry data out of the conversation by it.
 * Links are written as text. A sentence that names no source, or one that does not exist, stays, without markers; the validator
 * judges it.
 */
export class AnswerWriter {
  #text = '';
  #before = '';
  #citations: Citation[] = [];
  #sentences: SynthesizeResponse['sentences'] = [];
  /** With the sources that the model named, and their markers in the text. */
  #said: { readonly key: string; readonly named: readonly number[]; readonly markers: readonly number[] }[] = [];
  readonly #rejected = { sentences: 0, markers: 0 };

  /**
   * @param sources `[n]` of the model is `sources[n - 1]`
   * @param prompt a sentence that repeats it is left out
   */
  constructor(
    private readonly sources: readonly Passage[],
    private readonly prompt: RepeatedPrompt,
  ) {}

  get sentences(): number {
    return this.#sentences.length;
  }

  /** Whether the text is JSON: data for a program, which says nothing to a reader. */
  get isData(): boolean {
    // Its numbers in brackets were read as markers, so that it may not be JSON any more.
    return /^(?:\{\s*"|\[\s*[{"])/.test(this.#text);
  }

  /** @returns what the sentence adds to the text; '' for one that is left out */
  write(sentence: CutSentence): string {
    const raw = linksAsText(restoreText(sentence.text.replace(MARKERS_OF_SOURCE, '').replace(CODE_FENCE, '')));
    const named = [...raw.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits));
    if (sentence.before.includes('\n') || this.#before === '') this.#before = sentence.before;
    if (this.prompt.isIn(raw.replace(MARKER_GROUP, '')) || this.#isUnsafe(raw, named)) {
      this.#rejected.sentences += 1;
      return '';
    }
    if (!/[\p{L}\p{N}]/u.test(raw.replace(MARKER_GROUP, ''))) return '';

    const separator = this.#text === '' ? '' : this.#before || ' ';
    const start = this.#text.length + separator.length;
    const { text, markers } = this.#bind(raw, sentence.quotes ?? []);
    if (this.#isSaid(raw, named, markers)) return '';
    this.#before = '';
    this.#text += separator + text;
    this.#sentences.push({ start, end: this.#text.length, markers });
    return separator + text;
  }

  /** Nothing so far is a part of the answer. */
  restart(): void {
    [this.#text, this.#before, this.#citations, this.#sentences, this.#said] = ['', '', [], [], []];
  }

  /** The answer so far. */
  response(): SynthesizeResponse & { readonly rejected?: RejectedText } {
    const { sentences, markers } = this.#rejected;
    return {
      text: this.#text,
      citations: this.#citations,
      sentences: this.#sentences,
      mode: 'generated',
      ...(sentences + markers > 0 && { rejected: this.#rejected }),
    };
  }

  /** Whether the same was written of another source, which says it in the same sentence. */
  #isSaid(raw: string, named: readonly number[], markers: readonly number[]): boolean {
    const key = sentenceKey(raw.replace(MARKER_GROUP, ''));
    const before = this.#said.find((one) => one.key === key && String(one.markers) === String(markers));
    if (before && markers.length > 0 && !named.some((source) => before.named.includes(source))) return true;
    this.#said.push({ key, named, markers });
    return false;
  }

  #isUnsafe(raw: string, named: readonly number[]): boolean {
    const cited = named.flatMap((n) => {
      const source = this.sources[n - 1];
      return source ? [source.text, source.title, source.source, ...source.section] : [];
    });
    return isUnsafe(raw, cited);
  }

  #bind(raw: string, quotes: readonly SourceQuote[]): { text: string; markers: number[] } {
    const markers: number[] = [];
    const whole = raw.replace(MARKER_GROUP, '');
    let claimFrom = 0;
    const text = raw.replace(MARKER_GROUP, (group: string, at: number) => {
      const part = raw.slice(claimFrom, at);
      claimFrom = at + group.length;
      const claim = terms(part).length >= TERMS_OF_CLAIM ? part : whole;
      const numbers = [...group.matchAll(/\d+/g)].flatMap(([digits]) => this.#numbersOf(Number(digits), claim, quotes));
      const distinct = [...new Set(numbers)];
      markers.push(...distinct);
      if (distinct.length === 0) return '';
      return (/^\s/.test(group) ? ' ' : '') + distinct.map((n) => `[${n}]`).join('');
    });
    return { text, markers: [...new Set(markers)] };
  }

  /** The markers for a claim that names a source; none when there is no such source. */
  #numbersOf(named: number, claim: string, quotes: readonly SourceQuote[]): number[] {
    const source = this.sources[named - 1];
    if (!source) {
      this.#rejected.markers += 1;
      return [];
    }
    const bound = quotes.flatMap((quote) => (quote.source === named ? placeQuote(quote, source) : []));
    return findSupport(claim, source, bound).map((span) => this.#numberOf(source, span));
  }

  #numberOf(source: Passage, span: Span): number {
    const citation = citeSpan(source, span, this.#citations.length + 1);
    const { chunkId, start, end, quote } = citation;
    const known = this.#citations.find(
      (one) => (one.chunkId === chunkId && one.start === start && one.end === end) || isSameSentence(one.quote, quote),
    );
    if (known) return known.marker;
    this.#citations.push(citation);
    return citation.marker;
  }
}

const MARKER = /(?<![^\S\n])[^\S\n]*\[\d+\]/g;

/**
 * The words of a sentence while a model is still writing it, as far as they can be shown: without markers, whose numbers are
 * given when the sentence is bound to its sources, and without what is not meant for a reader.
 */
export class SentencePreview {
  #shown = '';

  /** @param fenceId a sentence that holds it repeats the prompt */
  constructor(private readonly fenceId: string) {}

  /**
   * @param unfinished the sentence from its beginning, as far as it has come, its markers in the form of `MarkerScanner`
   * @returns the text to append to the part already shown; '' for none
   */
  extend(unfinished: string): string {
    const text = withoutUnfinishedAddress(restoreText(unfinished.replace(MARKER, '')).trimEnd());
    if (this.isKeptBack(text) || !text.startsWith(this.#shown)) return '';
    const added = text.slice(this.#shown.length);
    this.#shown = text;
    return added;
  }

  /** @returns whether anything was shown of the sentence that has ended */
  end(): boolean {
    const wasShown = this.#shown !== '';
    this.#shown = '';
    return wasShown;
  }

  private isKeptBack(text: string): boolean {
    const words = text.trimStart();
    const isMeantForUs = words.includes(NOT_IN_SOURCES) || NOT_IN_SOURCES.startsWith(words);
    const isUnsafe = holdsActiveContent(words) || addressesIn(words).length > 0 || /[![<]/.test(words);
    return isMeantForUs || words.includes(this.fenceId) || isUnsafe || saysNothingFound(words);
  }
}

/** Without a last word that may become an address with what comes next. */
function withoutUnfinishedAddress(text: string): string {
  const word = text.split(/\s/).at(-1) ?? '';
  return /[.:/\\@]\S/.test(word) ? text.slice(0, text.length - word.length) : text;
}
