import type { Source, ValidationIssue } from '@arbiter/contracts';
import { findingUnfoundedAddress, holdsActiveContent, readingEvidence, type Steps } from '@arbiter/text';

/** Sources without what instructs whatever answers from them: an order to say something is no proof of it. Offsets stay. */
export function* readingAsEvidence(sources: readonly Source[]): Steps<Source[]> {
  const evidence: Source[] = [];
  for (const source of sources) {
    const content = yield* readingEvidence(source.content);
    evidence.push(content === source.content ? source : { ...source, content });
  }
  return evidence;
}

/** Letters, then digits: names of products and parts, but also keys and phrases. "10-day" and "1990s" are none. */
const IDENTIFIER = /(?<![\w-])(?=[\w-]{5,})[a-z][a-z_-]*\d[\w-]*\d(?![\w-])/gi;

/** UTF-16 code units that are read in one step: a millisecond. */
const PAGE = 8_192;

/** An identifier that neither a source nor the question holds, spelt with or without its hyphens. */
function* findingUnfoundedIdentifier(answer: string, known: Iterable<string>): Steps<string | undefined> {
  const missing = new Map((answer.match(IDENTIFIER) ?? []).map((identifier) => [bare(identifier), identifier]));
  for (const text of known) {
    if (missing.size === 0) return undefined;
    const held = yield* readingBare(text);
    for (const wanted of missing.keys()) {
      yield;
      if (held.includes(wanted)) missing.delete(wanted);
    }
  }
  const [first] = missing.values();
  return first;
}

function* readingBare(text: string): Steps<string> {
  let whole = '';
  for (let start = 0; start < text.length; start += PAGE) {
    yield;
    whole += bare(text.slice(start, start + PAGE));
  }
  return whole;
}

/** Letters and digits alone, in lower case. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * What an answer would load, where it would send its reader, and what it names without a source that does. An answer that
 * obeyed a document carries data of the conversation in an address, and a key is an identifier.
 */
export function* findingSafetyIssues(
  answer: string,
  sources: readonly Source[],
  query: string,
): Steps<ValidationIssue[]> {
  const issues: ValidationIssue[] = [];
  const address = yield* findingUnfoundedAddress(
    answer,
    sources.flatMap(({ content, metadata: { title = '', url = '', section = '' } }) => [content, title, url, section]),
  );
  if (address !== undefined) {
    issues.push({
      type: 'hallucination',
      severity: 'error',
      message: `The answer holds the address ${address.slice(0, LONGEST_ADDRESS)}, which no source holds.`,
      suggestion: 'Leave the address out.',
    });
  }
  const identifier = yield* findingUnfoundedIdentifier(answer, textsNaming(query, sources));
  if (identifier !== undefined) {
    issues.push({
      type: 'hallucination',
      severity: 'error',
      message: `The answer names ${identifier.slice(0, LONGEST_ADDRESS)}, which no source names.`,
      suggestion: 'Name only what a source names.',
    });
  }
  yield;
  if (holdsActiveContent(answer)) {
    issues.push({
      type: 'hallucination',
      severity: 'error',
      message: 'The answer holds an image, a script or a formula, which a viewer would load or run.',
      suggestion: 'Answer in text.',
    });
  }
  return issues;
}

/** One by one: an answer without identifiers needs none of them, and most need few. */
function* textsNaming(query: string, sources: readonly Source[]): Generator<string, undefined> {
  yield query;
  for (const { content, metadata } of sources) yield `${content} ${JSON.stringify(metadata)}`;
}

/** Of an address in a message, in UTF-16 code units. */
const LONGEST_ADDRESS = 200;
