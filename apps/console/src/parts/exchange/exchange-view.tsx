import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { answerQuery } from '../../server/answer-query.js';
import { AnswerView } from '../answer/answer-view.js';
import { STAGE_WORDS } from '../answer/answer-words.js';
import { Markdown } from '../answer/markdown.js';
import { Panel } from '../panel.js';
import { Loading } from '../states.js';
import { useInView } from '../use-in-view.js';
import type { Conversation } from './conversation.js';
import type { Exchange } from './exchange.js';
import { Steps } from './steps.js';

interface ExchangeViewProps {
  readonly conversation: Conversation;
  readonly id: string;
}

/** One question with what came of it. Only the one that changes is drawn again. */
export const ExchangeView = memo(function ExchangeView({ conversation, id }: ExchangeViewProps) {
  const exchange = useSyncExternalStore(conversation.subscribe, () => conversation.get(id));
  const element = useRef<HTMLElement>(null);
  const isSeen = useInView(element);
  const answerId = exchange?.answerId ?? '';
  const record = useQuery({ ...answerQuery(answerId), enabled: isSeen && answerId !== '' });
  if (!exchange) return null;
  const { question, state, steps } = exchange;
  const isRedacted = exchange.isRedacted || record.data?.redacted != null;
  const answer = record.data?.shown?.answer ?? (isRedacted ? null : exchange.answer);
  const tools = <Tools {...{ conversation, exchange }} answerId={answer?.id} />;
  return (
    <article ref={element} className="exchange" data-state={state}>
      <h2 className="question">{question || 'A question about a deleted document'}</h2>
      <Panel label="Answer">
        {isRedacted && <Redacted />}
        {(state === 'running' || steps.length > 0) && <Steps exchange={exchange} />}
        {answer && (
          <>
            <p role="status" className="visually-hidden">
              {answer.status === 'answered' ? 'Answered.' : 'Not answered.'}
            </p>
            <AnswerView answer={answer} tools={tools} />
          </>
        )}
        {!answer && (
          <Unanswered
            {...{ conversation, exchange, tools, isRedacted }}
            isLoading={record.isLoading}
            isAsked={answerId === '' || record.isFetched}
          />
        )}
      </Panel>
    </article>
  );
});

interface ToolsProps {
  readonly conversation: Conversation;
  readonly exchange: Exchange;
  /** Undefined while nothing is answered. */
  readonly answerId: string | undefined;
}

function Tools({ conversation, exchange, answerId }: ToolsProps) {
  return (
    <>
      {exchange.question !== '' && (
        <button type="button" className="quiet" onClick={() => conversation.edit(exchange)}>
          Edit and ask again
        </button>
      )}
      {answerId !== undefined && (
        <Link to="/watch" search={{ answer: answerId }}>
          Watch how it was made
        </Link>
      )}
    </>
  );
}

interface UnansweredProps {
  readonly conversation: Conversation;
  readonly exchange: Exchange;
  readonly tools: ReactNode;
  /** Whether what is kept of the answer is on its way. */
  readonly isLoading: boolean;
  /** Whether nothing is to come of it any more. */
  readonly isAsked: boolean;
  readonly isRedacted: boolean;
}

/** What there is of an exchange before its answer, or without one. */
function Unanswered({ conversation, exchange, tools, isLoading, isAsked, isRedacted }: UnansweredProps) {
  const { state, steps, text } = exchange;
  const isRunning = state === 'running';
  return (
    <>
      {isRunning && steps.length === 0 && <Now exchange={exchange} />}
      {text !== '' && <TextAlone text={text} isAll={isAsked && !isRedacted && state === 'kept'} />}
      {isLoading && <Loading what="its sources" />}
      <Draft exchange={exchange} />
      {!isRunning && <Ended exchange={exchange} conversation={conversation} />}
      {!isRunning && <div className="tools row small">{tools}</div>}
    </>
  );
}

/** Said of an answer that is not shown as it was. */
export function Redacted() {
  return (
    <p className="notice small">
      A document that this answer read was deleted, and with it what the answer told or took from it.
    </p>
  );
}

/** @param isAll no proof of it is kept */
export function TextAlone({ text, isAll }: { readonly text: string; readonly isAll: boolean }) {
  return (
    <div className="answer">
      <Markdown text={text} />
      {isAll && <p className="notice small">Only the text of this answer is kept, so its sources cannot be opened.</p>}
    </div>
  );
}

function Now({ exchange: { stages, now } }: { readonly exchange: Exchange }) {
  const running = stages.findLast(({ status }) => status === 'started');
  // Tables and the graph are looked through between the stages.
  const between = stages.at(-1)?.stage === 'plan' ? STAGE_WORDS.retrieve[0] : 'Waiting for the server';
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const clock = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(clock);
  }, []);
  return (
    <p role="status" className="now">
      {now ?? (running ? STAGE_WORDS[running.stage][0] : between)} …
      <span className="small soft" aria-hidden="true">
        {seconds > 2 && `${seconds} s`}
      </span>
    </p>
  );
}

function Draft({ exchange: { draft, provisional, state } }: { readonly exchange: Exchange }) {
  if (draft + provisional === '') return null;
  return (
    <div className="draft">
      <p className="small soft">{state === 'running' ? 'Draft, not checked yet' : 'A draft that nobody has checked'}</p>
      <Markdown text={draft + provisional} />
    </div>
  );
}

interface EndedProps {
  readonly conversation: Conversation;
  readonly exchange: Exchange;
}

function Ended({ conversation, exchange }: EndedProps) {
  const { key, question, options, state, failure, draft, text, isRedacted } = exchange;
  if (state === 'kept')
    return text === '' && !isRedacted && <p className="soft">No answer to this question is kept.</p>;
  const left = draft === '' ? '' : ' What it had written until then stays above.';
  const words =
    state === 'stopped'
      ? 'You stopped this question.'
      : state === 'broken'
        ? `The server went away before it had answered.${left}`
        : (failure?.message ?? 'The server refused this question.');
  return (
    <div className="ended row" role={state === 'stopped' ? 'status' : 'alert'} data-state={state}>
      <p>
        {words}
        {failure?.requestId !== undefined && <span className="small soft"> Request {failure.requestId}</span>}
      </p>
      <button type="button" onClick={() => options && void conversation.ask(question, options, key)}>
        Ask again
      </button>
    </div>
  );
}
