import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Composer } from '../../parts/exchange/composer.js';
import { type Conversation, conversationOf, freshConversation } from '../../parts/exchange/conversation.js';
import { ExchangeView } from '../../parts/exchange/exchange-view.js';
import { Missing, RecordedAnswer } from '../../parts/exchange/recorded-answer.js';
import { EmptyLibrary } from '../../parts/empty-library.js';
import { Panel } from '../../parts/panel.js';
import { Loading } from '../../parts/states.js';
import { useTitle } from '../../parts/use-title.js';
import { SessionsRail } from './sessions-rail.js';
import { usePinnedScroll } from './use-pinned-scroll.js';
import './ask.css';

/** The conversation that this tab has looked at last: the page comes back to it. */
let last: string | undefined;

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
          <SessionsRail
            current={session}
            onNew={begin}
            onDeleted={(id) => {
              if (id === last) last = undefined;
              if (id === session) begin();
            }}
          />
        </Panel>
        <Panel label="Questions and answers" className="talk">
          <Talk key={answer ?? conversation.id} conversation={conversation} answerId={answer} />
        </Panel>
      </div>
    </div>
  );
}

interface TalkProps {
  readonly conversation: Conversation;
  /** Of a record that is shown in place of the conversation: what is asked below it begins a new one. */
  readonly answerId: string | undefined;
}

function Talk({ conversation, answerId }: TalkProps) {
  const navigate = useNavigate();
  const keys = useSyncExternalStore(conversation.subscribe, () => conversation.keys);
  const isRunning = useSyncExternalStore(conversation.subscribe, () => conversation.isRunning);
  const scroller = usePinnedScroll(isRunning);
  const earlier = useQuery({
    queryKey: ['session', conversation.id],
    queryFn: async ({ signal }) => {
      await conversation.load(signal);
      return true;
    },
    staleTime: Infinity,
    initialData: conversation.isLoaded || undefined,
    // Another tab may have asked meanwhile, or a document been deleted.
    refetchOnMount: () => (conversation.isKept ? 'always' : false),
    refetchOnWindowFocus: () => (conversation.isKept ? 'always' : false),
  });
  const isEmpty = keys.length === 0 && answerId === undefined;
  useTitle(answerId === undefined ? conversation.get(keys[0] ?? '')?.question || 'Ask' : undefined);
  useEffect(() => {
    if (conversation.keys.length > 0) last = conversation.id;
  }, [conversation, keys]);
  if (isEmpty && !conversation.isLoaded) {
    if (!earlier.error) return <Loading what="the conversation" />;
    return <Missing error={earlier.error} what="conversation" onRetry={() => void earlier.refetch()} />;
  }
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
              <EmptyLibrary />
            </header>
          )}
          {answerId === undefined ? (
            keys.map((key) => <ExchangeView key={key} id={key} conversation={conversation} />)
          ) : (
            <RecordedAnswer answerId={answerId} />
          )}
        </div>
      </div>
      <Composer
        conversation={conversation}
        onAsk={(question, options) => {
          void conversation.ask(question, options);
          const search = (all: object) => ({ ...all, session: conversation.id, answer: undefined, q: undefined });
          void navigate({ to: '/', search, replace: true, resetScroll: false });
        }}
      />
    </div>
  );
}
