import type { Citation, Passage, RejectedText, SynthesizeResponse } from '@arbiter/contracts';
import { terms } from '@arbiter/text';
import { citeSpan } from '../cite-span.js';
import { restoreText } from '@arbiter/prompting';
import { findSupport } from './find-support.js';
import type { CutSentence } from './sentence-cutter.js';

/** Markers that a source itself holds, as the prompt shows them; they lead nowhere in an answer. */
const MARKERS_OF_SOURCE = /(?<![^\S\n])[^\S\n]*\[\s*~+[\d\s,;&–-]+\]/g;
const MARKER_GROUP = /(?<![^\S\n])[^\S\n]*\[\d+\](?:[^\S\n]*\[\d+\])*/g;
/** Terms from which on the part of a sentence before a marker is a claim of its own. */
const TERMS_OF_CLAIM = 2;

/**
 * Writes an answer down sentence by sentence: takes out what was invented, binds every marker to the span of its source
 * that the claim rests on, and counts markers from 1 in the order in which the text uses them. Two claims that rest on
 * the same span share a marker.
 *
 * A sentence that names only sources that do not exist is left out: it claims a proof that nobody has. One that names
 * no source at all stays, without markers; the validator judges it.
 */
export class AnswerWriter {
  #text = '';
  #before = '';
  readonly #citations: Citation[] = [];
  readonly #sentences: SynthesizeResponse['sentences'] = [];
  readonly #rejected = { sentences: 0, markers: 0 };

  /**
   * @param sources `[n]` of the model is `sources[n - 1]`
   * @param fenceId a sentence that holds it repeats the prompt
   */
  constructor(
    private readonly sources: readonly Passage[],
    private readonly fenceId: string,
  ) {}

  get sentences(): number {
    return this.#sentences.length;
  }

  /** @returns what the sentence adds to the text; '' for one that is left out */
  write(sentence: CutSentence): string {
    const raw = restoreText(sentence.text.replace(MARKERS_OF_SOURCE, ''));
    const named = [...raw.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits));
    const isInvented = named.length > 0 && named.every((n) => !this.sources[n - 1]);
    if (sentence.before.includes('\n') || this.#before === '') this.#before = sentence.before;
    if (isInvented || raw.includes(this.fenceId)) {
      this.#rejected.sentences += 1;
      return '';
    }
    if (!/[\p{L}\p{N}]/u.test(raw.replace(MARKER_GROUP, ''))) return '';

    const separator = this.#text === '' ? '' : this.#before || ' ';
    this.#before = '';
    const start = this.#text.length + separator.length;
    const { text, markers } = this.#bind(raw);
    this.#text += separator + text;
    this.#sentences.push({ start, end: this.#text.length, markers });
    return separator + text;
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

  #bind(raw: string): { text: string; markers: number[] } {
    const markers: number[] = [];
    const whole = raw.replace(MARKER_GROUP, '');
    let claimFrom = 0;
    const text = raw.replace(MARKER_GROUP, (group: string, at: number) => {
      const part = raw.slice(claimFrom, at);
      claimFrom = at + group.length;
      const claim = terms(part).length >= TERMS_OF_CLAIM ? part : whole;
      const numbers = [...group.matchAll(/\d+/g)].flatMap(([digits]) => this.#numberOf(Number(digits), claim));
      const distinct = [...new Set(numbers)];
      markers.push(...distinct);
      if (distinct.length === 0) return '';
      return (/^\s/.test(group) ? ' ' : '') + distinct.map((n) => `[${n}]`).join('');
    });
    return { text, markers: [...new Set(markers)] };
  }

  /** The marker for a claim that names a source; none when there is no such source. */
  #numberOf(named: number, claim: string): number[] {
    const source = this.sources[named - 1];
    if (!source) {
      this.#rejected.markers += 1;
      return [];
    }
    const span = findSupport(claim, source);
    const known = this.#citations.find(
      ({ chunkId, start, end }) => chunkId === source.chunkId && start === span.start && end === span.end,
    );
    if (known) return [known.marker];
    const marker = this.#citations.length + 1;
    this.#citations.push(citeSpan(source, span, marker));
    return [marker];
  }
}
