import type { Source, ValidationIssue } from '@arbiter/contracts';
import { evidenceIn, holdsActiveContent, unfoundedAddress } from '@arbiter/text';

/** Sources without what instructs whatever answers from them: an order to say something is no proof of it. Offsets stay. */
export function asEvidence(sources: readonly Source[]): Source[] {
  return sources.map((source) => {
    const content = evidenceIn(source.content);
    return content === source.content ? source : { ...source, content };
  });
}

/**
 * What an answer would load, or where it would send its reader, without a source that says so. An answer that obeyed a
 * document carries data of the conversation in such an address.
 */
export function addressIssues(answer: string, sources: readonly Source[]): ValidationIssue[] {
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
