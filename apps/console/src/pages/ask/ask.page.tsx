import { ClientError } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useShortcuts } from '../../parts/shortcuts.js';
import { AnswerView } from '../../parts/answer/answer-view.js';
import { Markdown } from '../../parts/answer/markdown.js';
import { Panel } from '../../parts/panel.js';
import { Empty, Failure, Loaded, Loading } from '../../parts/states.js';
import { answerQuery } from '../../server/answer-query.js';
import { Composer } from './composer.js';
import { type Conversation, conversationOf, freshConversation } from './conversation.js';
import type { AskOptions, Exchange } from './exchange.js';
import { ExchangeView } from './exchange-view.js';
import { SessionsRail } from './sessions-rail.js';
import { usePinnedScroll } from './use-pinned-scroll.js';
import './ask.css';

/** The conversation that this tab has looked at last: the page comes back to it. */
let last: string | undefined;
let options: AskOptions = { collections: [], mode: 'standard', draft: true };

export function AskPage() {
  const { answer, session, q } = useSearch({ from: '/' });
  const navigate = useNavigate();
  const [isRailOpen, setRailOpen] = useState(false);
  const conversation = useMemo(
    () => (session === undefined ? freshConversation() : conversationOf(session)),
    [session],
  );
  const begin = () => {
    last = undefined;
    setRailOpen(false);
    void navigate({ to: '/', search: {} });
  };
  if (answer === undefined && session === undefined && q === undefined && last !== undefined) {
    return <Navigate to="/" search={{ session: last }} replace />;
  }
  return (
    <div className="ask fills-page">
      <div data-rail={isRailOpen ? 'open' : undefined}>
        <button
          type="button"
          className="quiet rail-button"
          aria-expanded={isRailOpen}
          onClick={() => setRailOpen(!isRailOpen)}
        >
          Conversations
        </button>
        <Panel label="Conversations" className="rail-panel">
          <SessionsRail current={session} onNew={begin} />
        </Panel>
        <Panel label="Questions and answers" className="talk">
          {answer === undefined ? (
            <Talk key={conversation.id} conversation={conversation} question={q} />
          ) : (
            <RecordedAnswer answerId={answer} />
          )}
        </Panel>
      </div>
    </div>
  );
}

interface TalkProps {
  readonly conversation: Conversation;
  /** Stands in the field at first. */
  readonly question: string | undefined;
}

function Talk({ conversation, question }: TalkProps) {
  const keys = useSyncExternalStore(conversation.subscribe, () => conversation.keys);
  const isRunning = useSyncExternalStore(conversation.subscribe, () => conversation.isRunning);
  const earlier = useQuery({
    queryKey: ['session', conversation.id],
    queryFn: async ({ signal }) => {
      await conversation.load(signal);
      return true;
    },
    enabled: !conversation.isLoaded,
  });
  useEffect(() => {
    if (keys.length > 0) last = conversation.id;
  }, [conversation, keys]);
  if (keys.length === 0 && !conversation.isLoaded) {
    if (!earlier.error) return <Loading what="the conversation" />;
    const title = 'This conversation is not kept any more.';
    return <Missing error={earlier.error} title={title} onRetry={() => void earlier.refetch()} />;
  }
  return <Exchanges conversation={conversation} keys={keys} isRunning={isRunning} question={question} />;
}

interface MissingProps {
  readonly error: unknown;
  readonly title: string;
  readonly onRetry: () => void;
}

/** What cannot be shown: because it is gone, or because the server does not tell now. */
function Missing({ error, title, onRetry }: MissingProps) {
  if (!(error instanceof ClientError && error.code === 'NOT_FOUND')) return <Failure error={error} onRetry={onRetry} />;
  return (
    <Empty title={title}>
      <p className="soft">
        It ended by itself after a while, was deleted, was never recorded, or belongs to somebody else.
      </p>
      <Link to="/">Ask a question</Link>
    </Empty>
  );
}

interface ExchangesProps extends TalkProps {
  readonly keys: readonly string[];
  readonly isRunning: boolean;
}

function Exchanges({ conversation, keys, isRunning, question }: ExchangesProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(question ?? conversation.unsent);
  const [chosen, setChosen] = useState(options);
  const field = useRef<HTMLTextAreaElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const goToEnd = usePinnedScroll(scroller, isRunning);
  const focus = useCallback(() => field.current?.focus(), []);
  useShortcuts({ '/': focus });
  const isEmpty = keys.length === 0;
  useEffect(() => {
    // On a phone the keyboard would cover half of the page.
    if (isEmpty && matchMedia('(hover: hover)').matches) focus();
  }, [isEmpty, focus]);
  const write = useCallback(
    (written: string) => {
      conversation.unsent = written;
      setText(written);
    },
    [conversation],
  );
  const ask = useCallback(
    (asked: string, how: AskOptions) => {
      goToEnd();
      void conversation.ask(asked, how);
      void navigate({
        to: '/',
        search: (all) => ({ ...all, session: conversation.id, q: undefined }),
        replace: true,
        resetScroll: false,
      });
    },
    [conversation, navigate],
  );
  const edit = useCallback(
    (asked: string) => {
      write(asked);
      focus();
    },
    [write, focus],
  );
  const again = useCallback((one: Exchange) => ask(one.question, one.options ?? options), [ask]);
  return (
    <div className="exchanges" data-empty={isEmpty || undefined}>
      <div className="scroller" ref={scroller} tabIndex={-1}>
        <div className="column">
          {isEmpty && (
            <header className="welcome">
              <h1>What would you like to know?</h1>
              <p className="soft">
                Each sentence of an answer leads to the place in your documents that it rests on. What they do not
                support is not answered.
              </p>
            </header>
          )}
          {keys.map((key) => (
            <ExchangeView key={key} id={key} conversation={conversation} onEdit={edit} onAgain={again} />
          ))}
        </div>
      </div>
      <Composer
        field={field}
        text={text}
        onText={write}
        options={chosen}
        onOptions={(next) => setChosen((options = next))}
        isRunning={isRunning}
        onAsk={(asked) => {
          write('');
          ask(asked, chosen);
        }}
        onStop={() => conversation.stop()}
      />
    </div>
  );
}

/** An answer by itself: where a copied link leads. */
function RecordedAnswer({ answerId }: { readonly answerId: string }) {
  const record = useQuery(answerQuery(answerId));
  if (record.error) {
    const title = 'This answer is not kept any more.';
    return <Missing error={record.error} title={title} onRetry={() => void record.refetch()} />;
  }
  return (
    <div className="scroller">
      <div className="column">
        <Loaded query={record} what="the answer">
          {({ query, answer, shown, createdAt, sessionId }) => (
            <article className="exchange">
              <p className="small soft">
                Asked on {new Date(createdAt).toLocaleString()} ·{' '}
                <Link to="/watch" search={{ answer: answerId }}>
                  Watch how it was made
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
              <h1 className="question">{query}</h1>
              {shown ? (
                <AnswerView answer={shown.answer} />
              ) : (
                <>
                  <Markdown text={answer} />
                  <p className="notice small">Only the text of this answer is kept, so its sources cannot be opened.</p>
                </>
              )}
            </article>
          )}
        </Loaded>
      </div>
    </div>
  );
}
