import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useShortcuts } from '../../app/shortcuts.js';
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
            <Talk key={session ?? 'new'} session={session} question={q} />
          ) : (
            <RecordedAnswer answerId={answer} />
          )}
        </Panel>
      </div>
    </div>
  );
}

function Talk({ session, question }: { readonly session: string | undefined; readonly question: string | undefined }) {
  const conversation = useMemo(
    () => (session === undefined ? freshConversation() : conversationOf(session)),
    [session],
  );
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
    last = session;
  }, [session]);
  if (keys.length === 0 && !conversation.isLoaded) {
    return earlier.error ? (
      <GoneSession error={earlier.error} onRetry={() => void earlier.refetch()} />
    ) : (
      <Loading what="the conversation" />
    );
  }
  return <Exchanges conversation={conversation} keys={keys} isRunning={isRunning} question={question} />;
}

function GoneSession({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (!isNotFound(error)) return <Failure error={error} onRetry={onRetry} />;
  return (
    <Empty title="This conversation is not kept any more.">
      <p className="soft">It has ended by itself after a while, was deleted, or belongs to somebody else.</p>
    </Empty>
  );
}

interface ExchangesProps {
  readonly conversation: Conversation;
  readonly keys: readonly string[];
  readonly isRunning: boolean;
  readonly question: string | undefined;
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it only sets a mark
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
    <div className="exchanges" data-empty={keys.length === 0 || undefined}>
      <div className="scroller" ref={scroller} tabIndex={-1}>
        <div className="column">
          {keys.length === 0 && (
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
  if (isNotFound(record.error)) {
    return (
      <Empty title="This answer is not kept any more.">
        <p className="soft">
          Records of answers end after a while. It may also not have been recorded, or belong to others.
        </p>
        <Link to="/">Ask a question</Link>
      </Empty>
    );
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

function isNotFound(error: unknown): boolean {
  return error !== null && typeof error === 'object' && 'code' in error && error.code === 'NOT_FOUND';
}
