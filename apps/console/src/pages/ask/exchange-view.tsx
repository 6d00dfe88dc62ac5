import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useRef, useSyncExternalStore } from 'react';
import { AnswerView } from '../../parts/answer/answer-view.js';
import { duration } from '../../parts/answer/answer-words.js';
import { Markdown } from '../../parts/answer/markdown.js';
import { Panel } from '../../parts/panel.js';
import { Loading } from '../../parts/states.js';
import { useInView } from '../../parts/use-in-view.js';
import { answerQuery } from '../../server/answer-query.js';
import type { Conversation } from './conversation.js';
import { type Exchange, STAGE_WORDS, stageWords, WRITING_WORDS } from './exchange.js';

interface ExchangeViewProps {
  readonly conversation: Conversation;
  readonly id: string;
  /** Puts a question into the field, to be changed. */
  readonly onEdit: (question: string) => void;
  /** Asks it as it was asked. */
  readonly onAgain: (exchange: Exchange) => void;
}

/** One question with what came of it. Only the one that changes is drawn again. */
export const ExchangeView = memo(function ExchangeView({ conversation, id, onEdit, onAgain }: ExchangeViewProps) {
  const exchange = useSyncExternalStore(conversation.subscribe, () => conversation.get(id));
  const element = useRef<HTMLElement>(null);
  const isSeen = useInView(element);
  if (!exchange) return null;
  const { question, answer, state } = exchange;
  const edit = (
    <button type="button" className="quiet" onClick={() => onEdit(question)}>
      Edit and ask again
    </button>
  );
  return (
    <article ref={element} className="exchange" data-state={state}>
      <h2 className="question">{question}</h2>
      <Panel label="Answer">
        {answer && (
          <>
            <p role="status" className="visually-hidden">
              {answer.status === 'answered' ? 'Answered.' : 'Not answered.'}
            </p>
            <AnswerView answer={answer} tools={edit} />
          </>
        )}
        {!answer && state === 'kept' && <Kept exchange={exchange} isSeen={isSeen} tools={edit} />}
        {!answer && state !== 'kept' && (
          <>
            {state === 'running' && <Progress exchange={exchange} />}
            <Draft exchange={exchange} />
            {state !== 'running' && <Ended exchange={exchange} onAgain={onAgain} />}
          </>
        )}
        {!answer && state !== 'running' && state !== 'kept' && <div className="tools row small">{edit}</div>}
      </Panel>
    </article>
  );
});

function Progress({ exchange: { stages, writing } }: { readonly exchange: Exchange }) {
  const now = stages.findLast(({ isFinished }) => !isFinished);
  const words = writing ? WRITING_WORDS[writing] : now ? STAGE_WORDS[now.stage][0] : 'Going on';
  return (
    <div className="progress">
      <ol className="small soft">
        {stages
          .filter(({ isFinished }) => isFinished)
          .map(({ stage, ms, detail }, index) => (
            <li key={index}>
              {stageWords({ stage, detail })} <span className="ms">{duration(ms)}</span>
            </li>
          ))}
      </ol>
      <p role="status" className="now">
        {words} …
      </p>
    </div>
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

function Ended({ exchange, onAgain }: { readonly exchange: Exchange; readonly onAgain: (exchange: Exchange) => void }) {
  const { state, error, draft } = exchange;
  const left = draft === '' ? '' : ' What it had written until then stays above.';
  const words = {
    stopped: 'You stopped this question.',
    broken: `The server went away before it had answered.${left}`,
    refused: error?.message ?? 'The server refused this question.',
  }[state as 'stopped' | 'broken' | 'refused'];
  return (
    <div className="ended row" role={state === 'stopped' ? 'status' : 'alert'} data-state={state}>
      <p>
        {words}
        {error?.problem.requestId !== undefined && (
          <span className="small soft"> Request {error.problem.requestId}</span>
        )}
      </p>
      <button type="button" onClick={() => onAgain(exchange)}>
        Ask again
      </button>
    </div>
  );
}

interface KeptProps {
  readonly exchange: Exchange;
  readonly isSeen: boolean;
  readonly tools: ReactNode;
}

/** An answer of an earlier visit: its record where that is still kept, else its text. */
function Kept({ exchange: { text, answerId }, isSeen, tools }: KeptProps) {
  const { data, error, isLoading } = useQuery({ ...answerQuery(answerId ?? ''), enabled: isSeen && answerId !== null });
  if (data?.shown) return <AnswerView answer={data.shown.answer} tools={tools} />;
  const isGone = error !== null || data !== undefined || answerId === null;
  return (
    <div className="answer">
      {text === '' ? <p className="soft">No answer to this question is kept.</p> : <Markdown text={text} />}
      {isLoading && <Loading what="its sources" />}
      {text !== '' && isGone && (
        <p className="notice small">The record of this answer is no longer kept, so its sources cannot be opened.</p>
      )}
      <div className="tools row small">{tools}</div>
    </div>
  );
}
