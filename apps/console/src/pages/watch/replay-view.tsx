import type { OutputOf } from '@arbiter/client';
import type { AgentEvent, QueryEvent } from '@arbiter/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { AnswerView } from '../../parts/answer/answer-view.js';
import { duration } from '../../parts/answer/answer-words.js';
import { Markdown } from '../../parts/answer/markdown.js';
import { Failure, Loaded } from '../../parts/states.js';
import { server } from '../../server/server.js';
import { foldMessage, newExchange, STAGE_WORDS } from '../ask/exchange.js';
import { foldEvent, newRun } from './agent-run.js';
import { RunView } from './run-view.js';

type AnswerRecord = OutputOf<'getAnswer'>;
type ReplayReport = OutputOf<'replayAnswer'>;

/** A recorded answer: how it was made, step by step, and whether it would be made so again. */
export function ReplayView({ answerId }: { readonly answerId: string }) {
  const record = useQuery({
    queryKey: ['flight', answerId],
    queryFn: ({ signal }) => server.call('getAnswer', { answerId }, { signal }),
    staleTime: Infinity,
  });
  return (
    <Loaded query={record} what="the record">
      {(data) => <Recorded record={data} />}
    </Loaded>
  );
}

function Recorded({ record }: { readonly record: AnswerRecord }) {
  const { query, kind, createdAt, durationMs, shown, flight, answer } = record;
  return (
    <article className="stack">
      <h1>{query}</h1>
      <p className="small soft">
        {kind === 'agent' ? 'Answered by the agent' : 'Answered by the pipeline'} on{' '}
        {new Date(createdAt).toLocaleString()}
        {durationMs !== null && ` in ${duration(durationMs)}`}
      </p>
      {shown && <Steps record={record} />}
      {shown ? <AnswerView answer={shown.answer} /> : <Markdown text={answer} />}
      {!shown && <p className="notice small">Only the text of this answer is kept.</p>}
      {flight && <Calls calls={flight.calls} />}
      {flight && <Again answerId={record.id} />}
    </article>
  );
}

/** What was streamed while it was made, folded again. */
function Steps({ record: { kind, query, shown } }: { readonly record: AnswerRecord }) {
  const events = shown?.events ?? [];
  if (kind === 'agent') {
    const run = (events as AgentEvent[]).reduce(foldEvent, newRun(query));
    return <RunView run={{ ...run, state: 'done' }} />;
  }
  const empty = newExchange('', query, { collections: [], mode: 'standard', draft: false });
  return (
    <ol className="steps">
      {(events as QueryEvent[]).reduce(foldMessage, empty).stages.map(({ stage, ms, detail }, index) => (
        <li key={index} className="step" data-state="done">
          <h3>
            {STAGE_WORDS[stage][1]} <span className="small soft">{duration(ms)}</span>
          </h3>
          <p className="soft">{detail}</p>
        </li>
      ))}
    </ol>
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

function Report({ report }: { readonly report: ReplayReport }) {
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
