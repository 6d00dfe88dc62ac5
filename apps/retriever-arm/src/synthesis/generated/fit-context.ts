import type { Passage, SynthesizedExpansion } from '@arbiter/contracts';
import type { CitableDocument } from '@arbiter/ports';
import { defuseText, fairShare, type Fence, trimText } from '@arbiter/prompting';
import { estimateTokens, evidenceIn, isInjected } from '@arbiter/text';
import type { Currency } from '../sentences/judge-sentences.js';

export interface OfferedContext {
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Best first. */
  readonly expansions: readonly SynthesizedExpansion[];
  readonly question: string;
}

export interface ContextBounds {
  /** Tokens of all passages together. */
  readonly sourceTokens: number;
  /** Tokens of all expansions together, with their passages. */
  readonly expansionTokens: number;
  /** Tokens of both, with everything around them. */
  readonly room: number;
  readonly fence: Fence;
  readonly statesOf: Currency['statesOf'];
  /** Sources go beside the text, to a model that binds its citations to them. */
  readonly asDocuments: boolean;
}

export interface FittedContext {
  /** `[n]` of the context is `sources[n - 1]`. */
  readonly sources: readonly Passage[];
  /** Fenced texts: sources, each after how the things stand that it names, then expansions. Without the sources that are documents. */
  readonly blocks: readonly string[];
  /** All sources in their order, or none. */
  readonly documents: readonly CitableDocument[];
}

/** Tags and line ends around each source, in tokens. */
const FRAME_TOKENS = 60;
const MARKER = /\[(\d+)\]/g;

/**
 * Fits passages, then expansions, into bounds. Passages share the tokens fairly and are trimmed around the question. An
 * expansion is taken whole or not at all, so that none begins without how its thing stands.
 */
export function fitContext(offered: OfferedContext, bounds: ContextBounds): FittedContext {
  const context = new GrowingContext(bounds);
  addPassages(context, offered, bounds);
  const limit = context.tokens + bounds.expansionTokens;
  if (context.sources.length > 0) for (const expansion of offered.expansions) addExpansion(context, expansion, limit);
  return context;
}

function addPassages(
  context: GrowingContext,
  { passages, question }: OfferedContext,
  { sourceTokens, room, statesOf }: ContextBounds,
): void {
  const sizeOf = (passage: Passage, text: string): number =>
    estimateTokens(headed(passage, text)) + estimateTokens(statesOf(passage).join(' '));
  const budget = Math.min(sourceTokens, room - FRAME_TOKENS * passages.length);
  const share = fairShare(
    passages.map((passage) => sizeOf(passage, passage.text)),
    Math.max(0, budget),
  );
  for (const passage of passages) {
    const text = trimText(readable(passage.text), question, share - sizeOf(passage, ''));
    if (text.trim() !== '') context.add([{ passage, text }], null, Infinity);
  }
}

/** An expansion with those of its passages that no source shows yet. */
function addExpansion(context: GrowingContext, { name, text, passages }: SynthesizedExpansion, limit: number): void {
  const added = passages.filter((passage) => context.numberOf(passage) === null);
  const numbers = passages.map(
    (passage) => context.numberOf(passage) ?? context.sources.length + added.indexOf(passage) + 1,
  );
  // A fence would make a marker harmless.
  const named = text.replace(MARKER, (_, n: string) => `(source ${numbers[Number(n) - 1] ?? 0})`);
  context.add(
    added.map((passage) => ({ passage, text: readable(passage.text) })),
    readable(`${name}\n\n${named}`),
    limit,
  );
}

class GrowingContext implements FittedContext {
  readonly sources: Passage[] = [];
  readonly blocks: string[] = [];
  readonly documents: CitableDocument[] = [];
  private readonly shown: { readonly passage: Passage; readonly text: string }[] = [];
  tokens = 0;

  constructor(private readonly bounds: ContextBounds) {}

  /** Number of the source that shows a passage; null without one. */
  numberOf({ documentId, start, end, text }: Passage): number | null {
    const at = this.shown.findIndex(
      ({ passage, text: visible }) =>
        passage.documentId === documentId && passage.start <= start && passage.end >= end && visible.includes(text),
    );
    return at < 0 ? null : at + 1;
  }

  /** Adds sources and what is known of their thing, unless that exceeds a limit. */
  add(
    sources: readonly { readonly passage: Passage; readonly text: string }[],
    known: string | null,
    limit: number,
  ): void {
    const { fence, room, statesOf, asDocuments } = this.bounds;
    const documents: CitableDocument[] = [];
    const blocks = sources.flatMap(({ passage, text }, index) => {
      const number = this.sources.length + index + 1;
      const states = statesOf(passage);
      if (asDocuments) documents.push(documentOf(passage, text, number));
      return [
        ...(states.length > 0 ? [fence.around('state', number, states.join(' '))] : []),
        ...(asDocuments ? [] : [fence.around('source', number, headed(passage, text))]),
      ];
    });
    if (known !== null) blocks.push(fence.around('known', null, known));
    const added = [...blocks, ...documents.map(({ title, text }) => `${title}\n\n${text}`)];
    const tokens = estimateTokens(`\n\n${added.join('\n\n')}`);
    if (this.tokens + tokens > Math.min(room, limit)) return;
    this.tokens += tokens;
    this.blocks.push(...blocks);
    this.documents.push(...documents);
    this.shown.push(...sources);
    this.sources.push(...sources.map(({ passage }) => passage));
  }
}

/** A text without instructions: a model that never reads them cannot obey them. */
export function readable(text: string): string {
  const evidence = evidenceIn(text);
  return evidence === text ? text : evidence.replace(/[^\S\n]{2,}/g, ' ').trim();
}

/** A passage says "the keeper"; title and headings say of what. */
function headed(passage: Passage, text: string): string {
  const heading = headingOf(passage);
  return heading === '' ? text : `${heading}\n\n${text}`;
}

/** The heading is in the title, where it cannot be cited: it is no part of the passage. */
function documentOf(passage: Passage, text: string, number: number): CitableDocument {
  const heading = headingOf(passage);
  return {
    title: defuseText(`Source ${number}${heading === '' ? '' : `: ${heading}`}`),
    // A document of hidden text alone is blank, which no vendor takes; left out, it would shift the numbers.
    text: defuseText(text).trim() === '' ? '…' : defuseText(text),
  };
}

function headingOf({ title, section }: Passage): string {
  // The title of a document is often its first heading, too.
  const headings = [...new Set([title, ...section])].filter((heading) => heading !== '' && !isInjected(heading));
  return headings.join(' › ');
}
