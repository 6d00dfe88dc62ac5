import type { Claim, ModelTerms, Source } from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import type { Clock } from '@arbiter/ports';
import { QuoteFinder, quotedSpans } from './apply-judgement.js';
import type { Judgement } from './judgement.js';
import type { JudgementTask } from './judgement.prompt.js';
import type { AskedJudge, JudgementOutcome } from './language-model-judge.js';

/** How long a model that could not be reached at its trial is left alone, in milliseconds. */
const NEXT_TRIAL_MS = 60_000;
/** Judgements in a row that could not be read after which a model is no longer asked. */
const MOST_UNREADABLE = 2;

const SOURCES: readonly Source[] = [
  sourceOf(
    '1',
    'Fares',
    'An adult pays 12 crowns for the crossing, a child under 14 pays 5. Dogs travel free of charge. Bicycles are taken on weekdays only.',
  ),
  sourceOf('2', 'Sailings', 'The first boat leaves at 7, the last one at 21. No boat sails in a storm warning.'),
];

/** Stated in other words, turned round, another's value, and with an invented end. Which of them the sources state all of. */
const CLAIMS: readonly { readonly text: string; readonly isSupported: boolean }[] = [
  { text: 'Those younger than fourteen cross for 5 crowns.', isSupported: true },
  { text: 'A bicycle can be brought along on a Sunday.', isSupported: false },
  { text: 'A dog costs 5 crowns.', isSupported: false },
  { text: 'The last boat leaves at 21 from the north pier.', isSupported: false },
];

/** What a model must get right before it judges anything else; its answer says nothing of what is asked. */
export const TRIAL: JudgementTask = {
  scope: 'answer',
  query: 'How long does the crossing take?',
  answer: CLAIMS.map(({ text }) => text).join(' '),
  claims: CLAIMS.map(({ text }) => claimOf(text)),
  sources: SOURCES,
};

/**
 * A model that nobody chose as a judge: the one that writes. It is asked once it has got {@link TRIAL} right, which begins with the
 * first answer that it could judge and keeps no answer waiting. One that is wrong, slow or cannot keep to the format never judges:
 * a small model would accept what it wrote itself.
 */
export class ProvenJudge implements AskedJudge {
  private state: 'untried' | 'on-trial' | 'proven' | 'unfit' = 'untried';
  private triedAt = -Infinity;
  private unreadable = 0;
  /** Resolves when the trial that is under way has ended. */
  trial: Promise<void> = Promise.resolve();

  constructor(
    private readonly judging: AskedJudge,
    private readonly clock: Clock,
    private readonly logger: Pick<Logger, 'info'>,
  ) {}

  get model(): string {
    return this.judging.model;
  }

  mayBeAsked(): boolean {
    if (this.state === 'untried' && this.clock.now() - this.triedAt >= NEXT_TRIAL_MS) {
      this.state = 'on-trial';
      this.triedAt = this.clock.now();
      this.trial = this.try();
    }
    return this.state === 'proven';
  }

  async judge(task: JudgementTask, signal: AbortSignal, terms: ModelTerms = {}): Promise<JudgementOutcome> {
    const outcome = await this.judging.judge(task, signal, terms);
    const isUnreadable = 'failure' in outcome && outcome.failure === 'malformed';
    this.unreadable = isUnreadable ? this.unreadable + 1 : 0;
    if (this.unreadable >= MOST_UNREADABLE) this.end('unfit', 'its judgements could not be read');
    return outcome;
  }

  private async try(): Promise<void> {
    const outcome = await this.judging.judge(TRIAL, new AbortController().signal);
    if (!('failure' in outcome)) {
      const wrong = mistakeOf(outcome.judgement);
      this.end(wrong === null ? 'proven' : 'unfit', wrong ?? 'it judged known claims rightly');
    } else if (outcome.failure === 'unavailable') {
      this.end('untried', outcome.reason);
    } else {
      this.end('unfit', outcome.reason);
    }
  }

  private end(state: ProvenJudge['state'], why: string): void {
    this.state = state;
    const what = state === 'proven' ? 'judges unsure answers' : 'does not judge answers; the features decide alone';
    this.logger.info({ model: this.model, why }, `the language model that writes ${what}`);
  }
}

/** @returns null where everything is right */
function mistakeOf({ claims, isuse }: Judgement): string | null {
  const finder = new QuoteFinder();
  for (const [index, { text, isSupported }] of CLAIMS.entries()) {
    const judged = claims.find(({ claim }) => claim === index + 1);
    const isProven = judged !== undefined && quotedSpans(judged, SOURCES, finder).length > 0;
    const isTaken = judged?.issup === 'fully_supported';
    if (isTaken !== isSupported || (isTaken && !isProven)) return `it misjudged a known claim: "${text}"`;
  }
  return isuse?.token === 'not_useful' ? null : 'it took an answer to something else for an answer';
}

function claimOf(text: string): Claim {
  return { text, type: 'fact', confidence: 1, start: 0, end: text.length };
}

function sourceOf(id: string, section: string, content: string): Source {
  const document = 'Ferry to Skerry Island';
  return { id, document, chunkId: id, content, metadata: { title: document, section }, score: 1 };
}
