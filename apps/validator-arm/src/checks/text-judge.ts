import { Turns, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, statementOf, type Claim } from '@arbiter/contracts';
import { claimPart, selectEvidence } from '@arbiter/grounding';
import { FallbackObserver, type FallbackObserverOptions } from '@arbiter/platform';
import type { AnswerJudge, JudgingTask, TextJudgement } from '@arbiter/ports';
import { MARKER } from './answer-reader.js';
import { headingsOf, type ReadSources } from '../support/read-sources.js';

/** Word pieces of the sentences that a text is read beside, headings aside: as many as in training. */
const EVIDENCE_PIECES = 150;
/** Of a text, in UTF-16 code units: more than the judge reads. */
const LONGEST_TEXT = 1_000;
/** Claims that are judged each by itself, 25 ms of a core; of what lies behind them the features decide. */
const MOST_CLAIMS = 24;

/** A text that somebody wrote as an answer. */
export interface JudgeableAnswer {
  readonly query: string;
  readonly answer: string;
  readonly claims: readonly Claim[];
}

/** What the judge says of an answer as a whole, and of each of its claims, in their order; null where it says nothing. */
export interface AnswerJudgement {
  readonly whole: TextJudgement | null;
  readonly claims: readonly (TextJudgement | null)[];
}

export interface TextJudgeSettings {
  readonly judge: AnswerJudge;
  /** Longest wait, in milliseconds. */
  readonly timeoutMs: number;
  readonly observer: Pick<JudgeObserver, 'failed'>;
}

/** Reads an answer and its claims beside the question and the sentences of the sources that are nearest to both. */
export class TextJudge {
  constructor(private readonly settings: TextJudgeSettings) {}

  get model(): string {
    return this.settings.judge.model;
  }

  /**
   * @returns null where the judge failed, which is counted and logged
   * @throws the signal's reason
   */
  async read(answer: JudgeableAnswer, read: ReadSources, signal: AbortSignal): Promise<AnswerJudgement | null> {
    const { judge, timeoutMs, observer } = this.settings;
    const { query, claims } = answer;
    const texts = [answer.answer, ...claims.slice(0, MOST_CLAIMS).map(statementOf)];
    const turns = new Turns(signal);
    const tasks: JudgingTask[] = [];
    for (const text of texts) {
      await turns.next();
      const said = text.replaceAll(MARKER, '').slice(0, LONGEST_TEXT);
      tasks.push({ question: query, text: said, evidence: evidenceFor(`${query} ${said}`, read) });
    }
    try {
      const [whole = null, ...ofClaims] = await withDeadline(signal, { timeoutMs, what: 'The judge' }, (bounded) =>
        judge.judge(tasks, { signal: bounded }),
      );
      return { whole, claims: claims.map((_, index) => ofClaims[index] ?? null) };
    } catch (error) {
      signal.throwIfAborted();
      observer.failed(judge.model, ArbiterError.from(error));
      return null;
    }
  }
}

/** The sentences nearest to a text, in their order, each source's behind its title and headings. */
function evidenceFor(text: string, { comparison, sources }: ReadSources): string {
  const lines = new Map<number, string[]>();
  const known = new Set<string>();
  for (const sentence of selectEvidence(claimPart(text), comparison.evidence, EVIDENCE_PIECES)) {
    const said = sentence.text.replaceAll(/\s+/g, ' ').trim();
    // A sentence that stands in several places says no more than once.
    if (known.has(said)) continue;
    known.add(said);
    const own = lines.get(sentence.source);
    if (own) own.push(said);
    else lines.set(sentence.source, [said]);
  }
  return Array.from(lines, ([source, said]) => {
    const headings = sources[source] ? headingsOf(sources[source]) : '';
    return `${headings === '' ? '' : `${headings}: `}${said.join(' ')}`;
  }).join('\n');
}

/** Told of answers that the judge did not read. */
export class JudgeObserver extends FallbackObserver {
  constructor(surroundings: Pick<FallbackObserverOptions, 'logger' | 'registry'>) {
    super({
      ...surroundings,
      metric: 'arbiter_validation_judge_failures_total',
      help: 'Answers that the judge did not read, so that features alone judged them, by code of the error.',
      message: 'the judge did not answer; features alone judged the answer',
    });
  }
}
