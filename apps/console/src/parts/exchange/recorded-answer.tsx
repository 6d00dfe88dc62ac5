import { ClientError, type OutputOf } from '@arbiter/client';
import type { AgentEvent, QueryEvent } from '@arbiter/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerQuery } from '../../server/answer-query.js';
import { server } from '../../server/server.js';
import { AnswerView } from '../answer/answer-view.js';
import { duration } from '../answer/answer-words.js';
import { Empty, Failure, Loading } from '../states.js';
import { useTitle } from '../use-title.js';
import { foldMessage, newExchange } from './exchange.js';
import { Redacted, TextAlone } from './exchange-view.js';
import { Steps } from './steps.js';

type AnswerRecord = OutputOf<'getAnswer'>;

interface MissingProps {
  readonly error: unknown;
  readonly what: 'answer' | 'conversation';
  readonly onRetry: () => void;
}

/** What cannot be shown: because it is gone, or because the server does not tell now. */
export function Missing({ error, what, onRetry }: MissingProps) {
  if (!(error instanceof ClientError && error.code === 'NOT_FOUND')) return <Failure error={error} onRetry={onRetry} />;
  return (
    <Empty title={`This ${what} is not kept any more.`}>
      <p className="soft">
        It {what === 'conversation' && 'ended by itself after a while, '}was deleted, was never recorded, or belongs to
        somebody else.
      </p>
      <Link to="/">Ask a question</Link>
    </Empty>
  );
}

interface RecordedAnswerProps {
  readonly answerId: string;
  /** Also how it was made, step by step, and whether it would be made so again. */
  readonly isWatched?: boolean;
}

/** An answer by itself, from its record: where a copied link leads. */
export function RecordedAnswer({ answerId, isWatched = false }: RecordedAnswerProps) {
  const { data, error, refetch } = useQuery(answerQuery(answerId, !isWatched));
  useTitle(data?.query);
  if (error && !data) return <Missing error={error} what="answer" onRetry={() => void refetch()} />;
  if (!data) return <Loading what="the answer" />;
  const { query, kind, createdAt, durationMs, sessionId, shown, flight } = data;
  // What was streamed while it was made, folded again.
  const events = (shown?.events ?? []) as (AgentEvent | QueryEvent)[];
  return (
    <article className="exchange stack">
      <h1 className="question">{query || 'A question about a deleted document'}</h1>
      <p className="small soft">
        Answered by the {kind === 'agent' ? 'agent' : 'pipeline'} on {new Date(createdAt).toLocaleString()}
        {durationMs !== null && ` in ${duration(durationMs)}`} ·{' '}
        <Link to={isWatched ? '/' : '/watch'} search={{ answer: answerId }}>
          {isWatched ? 'The answer alone' : 'Watch how it was made'}
        </Link>
        {sessionId !== null && (
          <>
            {' · '}
            <Link to="/" search={{ session: sessionId }}>
              Open the conversation
            </Link>
          </>
        )}
      </p>
      {isWatched && <Steps exchange={{ ...events.reduce(foldMessage, newExchange('', query)), state: 'done' }} />}
      {data.redacted && <Redacted />}
      {shown ? <AnswerView answer={shown.answer} /> : <TextAlone text={data.answer} isAll={!data.redacted} />}
      {flight && <Calls calls={flight.calls} />}
      {flight && <Again answerId={answerId} />}
    </article>
  );
}

/** Every call that was made for the answer, along its time. */
function Calls({ calls }: { readonly calls: NonNullable<AnswerRecord['flight']>['calls'] }) {
  const end = Math.max(1, ...calls.map(({ startedAt, ms }) => startedAt + ms));
  return (
    <details className="fold">
      <summary>{calls.length} calls were made for it</summary>
      <ol className="calls small">
        {calls.map(({ name, parent, startedAt, ms, error }, index) => (
          <li key={index} title={parent === null ? undefined : `for ${parent}`}>
            <span>{name}</span>
            <span className="track" aria-hidden="true">
              <span
                data-fault={error !== null || undefined}
                style={{ insetInlineStart: percentOf(startedAt / end), inlineSize: percentOf(ms / end) }}
              />
            </span>
            <span className="soft">{error === null ? duration(ms) : error.code}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const percentOf = (share: number): string => `${(share * 100).toFixed(2)}%`;

function Again({ answerId }: { readonly answerId: string }) {
  const replay = useMutation({ mutationFn: (live: boolean) => server.call('replayAnswer', { answerId, live }) });
  return (
    <section aria-label="Make it again" className="stack">
      <div className="row">
        <button type="button" disabled={replay.isPending} onClick={() => replay.mutate(false)}>
          Make it again from its record
        </button>
        <button type="button" disabled={replay.isPending} onClick={() => replay.mutate(true)}>
          Ask it again today
        </button>
        {replay.isPending && <span role="status">Making it again …</span>}
      </div>
      {replay.error && <Failure error={replay.error} />}
      {replay.data && <Report report={replay.data} />}
    </section>
  );
}

/** Longest value of a difference that is shown, in characters. */
const SHOWN = 120;

function Report({ report }: { readonly report: OutputOf<'replayAnswer'> }) {
  const { verdict, live, firstDifference, missing, unused, answer, comparison } = report;
  const value = (one: unknown) => (JSON.stringify(one) ?? 'nothing').slice(0, SHOWN);
  const first = firstDifference && `${value(firstDifference.before)} became ${value(firstDifference.now)}`;
  const facts = [
    first && `At ${firstDifference.path || 'the whole'}: ${first}.`,
    missing.length > 0 && `It made ${missing.length} calls that the record does not hold.`,
    unused > 0 && `It did not make ${unused} calls of the record.`,
    ...(comparison?.claims.lost ?? []).map((claim) => `No longer said: ${claim}`),
    ...(comparison?.claims.gained ?? []).map((claim) => `Said now: ${claim}`),
  ].filter((fact) => typeof fact === 'string');
  return (
    <div className="card stack" role="status">
      <p>
        <span className="badge" data-tone={verdict === 'same' ? 'good' : 'doubt'}>
          {verdict === 'same' ? 'The same again' : 'Different'}
        </span>{' '}
        {live ? 'Asked today, of what the library holds now.' : 'Made from its record, without asking anybody.'}
      </p>
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      {verdict === 'different' && answer && <AnswerView answer={answer} />}
    </div>
  );
}
