import { Turns } from '@arbiter/adapter-kit/resilience';
import { decideGate, limitConfidence, scoreChecks } from '@arbiter/confidence';
import {
  MAX_CLAIMS,
  type ClaimVerdict,
  type DetectRequest,
  type ExtractClaimsRequest,
  type ExtractClaimsResponse,
  type HallucinationReport,
  type ModelTerms,
  type SupportCalibration,
  type SupportToken,
  type ValidateRequest,
  type ValidationResult,
} from '@arbiter/contracts';
import type { AnswerChecker } from '../checks/answer-checker.js';
import { extractingClaims } from '../claims/extract-claims.js';
import { findingContradictions } from '../contradictions/find-contradictions.js';
import type { ClaimSupport } from '../support/support-scorer.js';
import { checkableClaims } from './checkable-claims.js';
import { findingSafetyIssues, readingAsEvidence } from './check-safety.js';
import { Provenance } from './citations.js';
import { mayStandMarked } from '../decisions/may-stand-marked.js';
import { adviseCorrection, explainDecision } from './explain-decision.js';
import { qualityRestedOn, rateSources } from './rate-sources.js';
import { hallucinationRate, recommendationFor, reportHallucinations } from './report-hallucinations.js';
import { consistencyIssues, issuesOf, opinionIssues } from './validation-issues.js';

export interface ValidationSettings {
  /** Confidence from which an answer is accepted where the request names none, 0–1. */
  readonly threshold: number;
}

/** How much of the support of claims the quality of their sources can take, 0–1: a little, see rateSources. */
const QUALITY_WEIGHT = 0.1;

/** Judges answers by the checks that are made of them. */
export class ValidationService {
  constructor(
    private readonly checker: AnswerChecker,
    private readonly settings: ValidationSettings,
  ) {}

  /** @throws the signal's reason */
  async extractClaims({ answer }: ExtractClaimsRequest, signal: AbortSignal): Promise<ExtractClaimsResponse> {
    const claims = await new Turns(signal).through(extractingClaims(answer));
    return { claims: claims.slice(0, MAX_CLAIMS), truncated: claims.length > MAX_CLAIMS };
  }

  /** @throws ArbiterError UNAVAILABLE when the embedder is, and the signal's reason */
  async detect(
    { answer, sources: given }: Pick<DetectRequest, 'answer' | 'sources'>,
    signal: AbortSignal,
    terms: ModelTerms = {},
  ): Promise<HallucinationReport> {
    const turns = new Turns(signal);
    const sources = await turns.through(readingAsEvidence(given));
    const { claims, truncated } = await turns.through(checkableClaims(answer));
    const verified = await this.checker.verify(claims, sources, signal, terms);
    return reportHallucinations(verified, sources, truncated);
  }

  /** @throws ArbiterError UNAVAILABLE when the embedder is, and the signal's reason */
  async validate(
    request: ValidateRequest,
    signal: AbortSignal,
    calibration: SupportCalibration | null = null,
    terms: ModelTerms = {},
  ): Promise<ValidationResult> {
    const { query, answer, synthesis, queryType, threshold = this.settings.threshold } = request;
    const turns = new Turns(signal);
    const sources = await turns.through(readingAsEvidence(request.sources));
    const { claims, computed, opinions, truncated } = await turns.through(checkableClaims(answer, query));
    const checks = await this.checker.check(
      { query, queryType, answer, claims, computed, synthesis, sources, calibration },
      signal,
      terms,
    );
    const { relevance, supports, usefulness, mode, languageModel, usage, modelCalls } = checks;
    const verdicts = supports.map(verdictOf);
    const support = overallSupport(verdicts);
    const contradictions = await turns.through(
      findingContradictions(
        supports.map(({ claim }) => claim),
        sources,
      ),
    );
    const sourceQuality = rateSources(sources, supports, contradictions);
    const supportScore =
      mean(verdicts.map(({ score }) => score)) * qualityFactor(qualityRestedOn(sourceQuality, supports));
    const unsafe = await turns.through(findingSafetyIssues(answer, sources, query));
    const inconsistent = consistencyIssues(contradictions, supports);
    const issues = [...issuesOf(checks, truncated), ...unsafe, ...inconsistent, ...opinionIssues(opinions)];
    const { confidence, reasons } = limitConfidence(usefulness.score, {
      relevance: relevance.token,
      support,
      supportScore,
      isJudged: checks.isJudged,
      isContradicted: inconsistent.some(({ severity }) => severity !== 'info'),
      isMiscalculated: supports.some(({ mismatches }) => mismatches.some(({ kind }) => kind === 'arithmetic')),
      unmentioned: checks.unmentioned,
    });
    const isRelevant = relevance.token === 'relevant';
    const gate = decideGate({ confidence, threshold, issues, isRelevant, support, attemptsLeft: 1 });
    const rate = hallucinationRate(supports);
    const provenance = new Provenance(sources, supports.length);
    const result: ValidationResult = {
      isRelevant,
      isSupported: support === 'fully_supported',
      isUseful: usefulness.token === 'useful',
      confidence,
      checkScore: scoreChecks({ relevance, support, supportScore, usefulness, queryType }),
      reasoning: [...reasons, gate.reason].join(' '),
      citations: supports.map((each) => provenance.cite(each)),
      issues,
      recommendation: gate.recommendation,
      ...(gate.recommendation === 'retry' && {
        correction: {
          ...adviseCorrection(gate.instruction, gate.reason, verdicts, usefulness.missing),
          ...(mayStandMarked({ supports, issues, confidence, threshold, isJudged: checks.isJudged }) && {
            mayStandMarked: true,
          }),
        },
      }),
      checks: {
        relevance: { ...relevance, perSource: [...relevance.perSource] },
        support: { token: support, reasoning: supportReasoning(verdicts), perClaim: verdicts },
        usefulness,
        hallucination: { rate, recommendation: recommendationFor(rate) },
        contradictions,
        sourceQuality,
      },
      mode,
      ...(languageModel && { languageModel }),
      ...(usage && { usage }),
      ...(modelCalls && { modelCalls }),
      ...(calibration && { calibration }),
    };
    return { ...result, explanation: explainDecision(result) };
  }
}

function verdictOf({ claim, support, probability, reasoning, spans, method, mismatches }: ClaimSupport): ClaimVerdict {
  return {
    claim,
    support,
    score: probability,
    reasoning,
    sourceIds: support === 'no_support' ? [] : [...new Set(spans.map(({ sourceId }) => sourceId))],
    method,
    mismatches: mismatches.map(({ message }) => message),
  };
}

function supportReasoning(verdicts: readonly ClaimVerdict[]): string {
  if (verdicts.length === 0) return 'The answer makes no claim that could be checked.';
  const full = verdicts.filter(({ support }) => support === 'fully_supported').length;
  return `${full} of ${verdicts.length} claims ${full === 1 ? 'is' : 'are'} fully supported.`;
}

/** @param quality of the sources that the claims rest on, 0–1; null when it is not known */
function qualityFactor(quality: number | null): number {
  return quality === null ? 1 : 1 - QUALITY_WEIGHT * (1 - quality);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The support of an answer by its claims: full when all are, none when none is; null when nothing could be checked. */
function overallSupport(verdicts: readonly ClaimVerdict[]): SupportToken | null {
  if (verdicts.length === 0) return null;
  if (verdicts.every(({ support }) => support === 'fully_supported')) return 'fully_supported';
  return verdicts.every(({ support }) => support === 'no_support') ? 'no_support' : 'partially_supported';
}
