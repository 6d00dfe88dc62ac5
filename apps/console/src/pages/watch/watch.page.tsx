import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { duration } from '../../parts/answer/answer-words.js';
import { Composer } from '../../parts/exchange/composer.js';
import { Conversation } from '../../parts/exchange/conversation.js';
import { ExchangeView } from '../../parts/exchange/exchange-view.js';
import { RecordedAnswer } from '../../parts/exchange/recorded-answer.js';
import { EmptyLibrary } from '../../parts/empty-library.js';
import { Panel } from '../../parts/panel.js';
import { Loaded } from '../../parts/states.js';
import { server } from '../../server/server.js';
import '../ask/ask.css';
import './watch.css';

/** What this tab asks the agent. It goes on while another page is looked at. */
const watched = new Conversation('agent', true);

/** An agent at work: what it decides, why, and what each tool finds. */
export function WatchPage() {
  const { answer } = useSearch({ from: '/watch' });
  const navigate = useNavigate();
  const key = useSyncExternalStore(watched.subscribe, () => watched.keys.at(-1));
  return (
    <div className="watch">
      <Panel label="Ask the agent">
        <Composer
          conversation={watched}
          onAsk={(question, options) => {
            void watched.ask(question, options);
            void navigate({ to: '/watch', search: {} });
          }}
        />
      </Panel>
      <Panel label="What the agent does">
        {answer !== undefined ? (
          <RecordedAnswer key={answer} answerId={answer} isWatched />
        ) : key === undefined ? (
          <header className="welcome">
            <h1>Watch an answer being made</h1>
            <p className="soft">
              An agent decides one step at a time which tool runs next. You see each decision with its reason, and what
              it found.
            </p>
            <EmptyLibrary />
          </header>
        ) : (
          <ExchangeView key={key} id={key} conversation={watched} />
        )}
      </Panel>
      <Panel label="Recorded answers">
        <Recent />
      </Panel>
    </div>
  );
}

const STATUS = {
  answered: ['good', 'answered'],
  declined: ['doubt', 'not answered'],
  failed: ['bad', 'failed'],
} as const;

function Recent() {
  const answers = useInfiniteQuery({
    queryKey: ['answers'],
    queryFn: ({ pageParam: before, signal }) => server.call('listAnswers', { before, limit: 12 }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap((page) => page.answers),
    staleTime: 0,
  });
  return (
    <div className="recent">
      <h2>Recorded answers</h2>
      <Loaded query={answers} what="answers">
        {(data) => (
          <ul>
            {data.length === 0 && <li className="soft small">Answers are listed here once one was given.</li>}
            {data.map(({ id, query, kind, status, durationMs, createdAt }) => (
              <li key={id}>
                <Link to="/watch" search={{ answer: id }}>
                  <span>{query}</span>
                  <span className="small soft">
                    {status && <span data-tone={STATUS[status][0]}>{STATUS[status][1]}</span>}
                    {kind === 'agent' && ' · agent'}
                    {durationMs !== null && ` · ${duration(durationMs)}`} ·{' '}
                    {new Date(createdAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {answers.hasNextPage && (
        <button type="button" className="quiet small" onClick={() => void answers.fetchNextPage()}>
          Earlier ones
        </button>
      )}
    </div>
  );
}
