import type {
  ClaimCitation,
  ClaimVerdict,
  Source,
  ValidateRequest,
  ValidationIssue,
  ValidationResult,
} from '@arbiter/contracts';
import { decideGate, scoreConfidence } from '@arbiter/confidence';
import { cosineOfUnitVectors, type Embedder } from '@arbiter/ports';
import { EvidenceIndex } from '../checks/evidence-index.js';
import { checkRelevance, type RelevanceCheck } from '../checks/relevance-check.js';
import { overallSupport } from '../checks/support-check.js';
import { checkUsefulness, type UsefulnessCheck } from '../checks/usefulness-check.js';
import { extractClaims } from '../claims/extract-claims.js';
import type { ClaimSupport, SupportScorer } from '../support/support-scorer.js';

/** Sources and claims that are embedded: about 10 ms each on one core. */
const READ_SOURCES = 4;
const READ_CLAIMS = 6;

/** Checks an answer with features alone: words, numbers, names, negations, and the embedder's cosines. */
export class ValidationService {
  constructor(
    private readonly embedder: Embedder,
    private readonly scorer: SupportScorer,
    private readonly defaultThreshold: number,
  ) {}

  /** @throws ArbiterError UNAVAILABLE when the embedder is, and the signal's reason */
  async validate(request: ValidateRequest, signal: AbortSignal): Promise<ValidationResult> {
    const { query, answer, sources, queryType, threshold = this.defaultThreshold } = request;
    const evidence = new EvidenceIndex(sources);
    const claims = extractClaims(answer).filter(({ type }) => type !== 'opinion');
    const supports = await this.scorer.score(claims, sources, signal);
    const verdicts = supports.map(verdictOf);
    const sourceOf = ({ sourceIds }: ClaimVerdict): Source | undefined =>
      sources.find(({ id }) => sourceIds.includes(id));

    // What the answer rests on is read first, then what ranks highest; the rest is judged by its words.
    const read = [...new Set([...verdicts.flatMap((verdict) => sourceOf(verdict) ?? []), ...sources])].slice(
      0,
      READ_SOURCES,
    );
    const stated = verdicts.slice(0, READ_CLAIMS);
    const [asked, answered, ...vectors] = await this.embedder.embed(
      [
        query,
        answer,
        ...stated.map((verdict) => inContext(verdict.claim.text, sourceOf(verdict))),
        ...read.map(({ content }) => content),
      ],
      { kind: 'query', signal },
    );
    const similarity = (vector: Float32Array | undefined): number =>
      asked && vector ? cosineOfUnitVectors(asked, vector) : 0;
    const relevance = checkRelevance(
      query,
      sources,
      new Map(read.map(({ id }, index) => [id, similarity(vectors[stated.length + index])])),
    );
    const support = overallSupport(verdicts);
    const supported = verdicts.map((verdict, index) => ({
      text: verdict.claim.text,
      source: sourceOf(verdict),
      cosine: index < stated.length ? similarity(vectors[index]) : null,
    }));
    const usefulness = checkUsefulness({ query, queryType, claims: supported, cosine: similarity(answered) }, evidence);

    const { confidence, reasons } = scoreConfidence({
      relevance,
      support,
      supportScore: mean(verdicts.map(({ score }) => score)),
      usefulness,
      queryType,
    });
    const issues = issuesOf(relevance, verdicts, usefulness);
    const gate = decideGate({
      confidence,
      threshold,
      issues,
      isRelevant: relevance.token === 'relevant',
      support,
      attemptsLeft: 1,
    });
    return {
      isRelevant: relevance.token === 'relevant',
      isSupported: support === 'fully_supported',
      isUseful: usefulness.token === 'useful',
      confidence,
      reasoning: [...reasons, gate.reason].join(' '),
      citations: supports.map((support) => citationOf(support, sources)),
      issues,
      recommendation: gate.recommendation,
      checks: {
        relevance: { ...relevance, perSource: [...relevance.perSource] },
        support: { token: support, reasoning: supportReasoning(verdicts), perClaim: verdicts },
        usefulness,
      },
      mode: 'features',
    };
  }
}

/** A claim says "the keeper"; the title of its source says of what. */
function inContext(text: string, source: Source | undefined): string {
  const { title = '' } = source?.metadata ?? {};
  return title === '' ? text : `${title}. ${text}`;
}

function issuesOf(
  relevance: RelevanceCheck,
  verdicts: readonly ClaimVerdict[],
  usefulness: UsefulnessCheck,
): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (relevance.token === 'irrelevant') {
    issues.push({
      type: 'relevance',
      severity: 'error',
      message: relevance.reasoning,
      suggestion: 'Retrieve other passages.',
    });
  }
  for (const { support, claim, reasoning } of verdicts) {
    if (support === 'fully_supported') continue;
    const unsupported = support === 'no_support';
    issues.push({
      type: unsupported ? 'hallucination' : 'support',
      severity: unsupported ? 'error' : 'warning',
      message: reasoning,
      claim: claim.text,
      suggestion: 'Drop the claim, or say what the sources say.',
    });
  }
  if (usefulness.token === 'not_useful') {
    issues.push({
      type: 'usefulness',
      severity: 'error',
      message: usefulness.reasoning,
      suggestion: 'Answer what was asked, or decline.',
    });
  }
  return issues;
}

function verdictOf({ claim, support, probability, reasoning, spans }: ClaimSupport): ClaimVerdict {
  const sourceIds = support === 'no_support' ? [] : [...new Set(spans.map(({ sourceId }) => sourceId))];
  return { claim, support, score: probability, reasoning, sourceIds };
}

function citationOf(claimSupport: ClaimSupport, sources: readonly Source[]): ClaimCitation {
  const { claim, score, sourceIds } = verdictOf(claimSupport);
  return {
    claim: claim.text,
    sources: sources.filter(({ id }) => sourceIds.includes(id)),
    confidence: score,
    verificationMethod: claimSupport.method,
  };
}

function supportReasoning(verdicts: readonly ClaimVerdict[]): string {
  if (verdicts.length === 0) return 'The answer makes no claim that could be checked.';
  const full = verdicts.filter(({ support }) => support === 'fully_supported').length;
  return `${full} of ${verdicts.length} claims ${full === 1 ? 'is' : 'are'} fully supported.`;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
