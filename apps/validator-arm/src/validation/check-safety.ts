import type { Source, ValidationIssue } from '@arbiter/contracts';
import { evidenceIn, holdsActiveContent, unfoundedAddress } from '@arbiter/text';

/** Sources without what instructs whatever answers from them: an order to say something is no proof of it. Offsets stay. */
export function asEvidence(sources: readonly Source[]): Source[] {
  return sources.map((source) => {
    const content = evidenceIn(source.content);
    return content === source.content ? source : { ...source, content };
  });
}

/** Letters, then digits: names of products and parts, but also keys and phrases. "10-day" and "1990s" are none. */
const IDENTIFIER = /(?<![\w-])(?=[\w-]{5,})[a-z][a-z_-]*\d[\w-]*\d(?![\w-])/gi;

/** An identifier that neither a source nor the question holds, spelt with or without its hyphens. */
function unfoundedIdentifier(answer: string, known: readonly string[]): string | undefined {
  const identifiers = answer.match(IDENTIFIER) ?? [];
  if (identifiers.length === 0) return undefined;
  const bare = (text: string): string =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
  const all = known.map(bare);
  return identifiers.find((one) => !all.some((text) => text.includes(bare(one))));
}

/**
 * What an answer would load, where it would send its reader, and what it names without a source that does. An answer that
 * obeyed a document carries data of the conversation in an address, and a key is an identifier.
 */
export function safetyIssues(answer: string, sources: readonly Source[], query: string): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const address = unfoundedAddress(
    answer,
    sources.map(({ content }) => content),
  );
  if (address !== undefined) {
    issues.push({
      type: 'hallucination',
      severity: 'error',
      message: `The answer holds the address ${address.slice(0, LONGEST_ADDRESS)}, which no source holds.`,
      suggestion: 'Leave the address out.',
    });
  }
  const identifier = unfoundedIdentifier(answer, [
    query,
    ...sources.map(({ content, metadata }) => `${content} ${JSON.stringify(metadata)}`),
  ]);
  if (identifier !== undefined) {
    issues.push({
      type: 'hallucination',
      severity: 'error',
      message: `The answer names ${identifier.slice(0, LONGEST_ADDRESS)}, which no source names.`,
      suggestion: 'Name only what a source names.',
    });
  }
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

/** Of an address in a message, in UTF-16 code units. */
const LONGEST_ADDRESS = 200;
