import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { useShortcuts } from '../../parts/shortcuts.js';
import { AnswerView } from '../../parts/answer/answer-view.js';
import { duration } from '../../parts/answer/answer-words.js';
import { Markdown } from '../../parts/answer/markdown.js';
import { Panel } from '../../parts/panel.js';
import { Loaded } from '../../parts/states.js';
import { answerQuery } from '../../server/answer-query.js';
import { server } from '../../server/server.js';
import { Composer } from '../ask/composer.js';
import type { AskOptions } from '../ask/exchange.js';
import { type AgentRun, answerOfRun, watched } from './agent-run.js';
import { ReplayView } from './replay-view.js';
import { RunView } from './run-view.js';
import '../ask/ask.css';
import './watch.css';

/** An agent at work: what it decides, why, and what each tool finds. */
export function WatchPage() {
  const { answer, q } = useSearch({ from: '/watch' });
  const navigate = useNavigate();
  const run = useSyncExternalStore(watched.subscribe, () => watched.run);
  const [text, setText] = useState(q ?? '');
  const [options, setOptions] = useState<AskOptions>({ collections: [], mode: 'standard', draft: false });
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcuts({ '/': useCallback(() => field.current?.focus(), []) });
  return (
    <div className="watch">
      <Panel label="Ask the agent">
        <Composer
          field={field}
          text={text}
          onText={setText}
          options={options}
          onOptions={setOptions}
          isAgent
          isRunning={run?.state === 'running'}
          onAsk={(question) => {
            void watched.start(question, options);
            void navigate({ to: '/watch', search: {} });
          }}
          onStop={() => watched.stop()}
        />
      </Panel>
      <Panel label="What the agent does">
        {answer !== undefined ? <ReplayView key={answer} answerId={answer} /> : run ? <Live run={run} /> : <Welcome />}
      </Panel>
      <Panel label="Recorded answers">
        <Recent isRunning={run?.state === 'running'} />
      </Panel>
    </div>
  );
}

function Welcome() {
  return (
    <header className="welcome">
      <h1>Watch an answer being made</h1>
      <p className="soft">
        An agent decides one step at a time which tool runs next. You see each decision with its reason, and what it
        found.
      </p>
    </header>
  );
}

function Live({ run }: { readonly run: AgentRun }) {
  const { question, text, answerId, state, failure } = run;
  // The record holds the checks too, which the stream does not tell.
  const record = useQuery({
    ...answerQuery(answerId ?? ''),
    enabled: state === 'done' && answerId !== null,
    retry: false,
  });
  const answer = record.data?.shown?.answer ?? answerOfRun(run);
  const faults = { broken: 'The server went away before the agent had answered.', stopped: 'You stopped the agent.' };
  const fault = state === 'broken' || state === 'stopped' ? (failure ?? faults[state]) : failure;
  return (
    <article className="stack">
      <h1 className="question">{question}</h1>
      <RunView run={run} />
      {answer ? <AnswerView answer={answer} /> : text !== '' && <Markdown text={text} />}
      {fault !== null && (
        <div className="ended row" data-state={state === 'stopped' ? 'stopped' : 'broken'} role="alert">
          <p>{fault}</p>
          <button type="button" onClick={() => void watched.start(question, { collections: [] })}>
            Ask again
          </button>
        </div>
      )}
      {state === 'done' && answerId !== null && (
        <p className="small">
          <Link to="/watch" search={{ answer: answerId }}>
            Every call that was made for it
          </Link>
        </p>
      )}
    </article>
  );
}

const STATUS = {
  answered: ['good', 'answered'],
  declined: ['doubt', 'not answered'],
  failed: ['bad', 'failed'],
} as const;

function Recent({ isRunning }: { readonly isRunning: boolean }) {
  const answers = useQuery({
    queryKey: ['answers', isRunning],
    queryFn: ({ signal }) => server.call('listAnswers', { limit: 12 }, { signal }),
    staleTime: 0,
  });
  return (
    <section aria-label="Recorded answers" className="recent">
      <h2>Recorded answers</h2>
      <Loaded query={answers} what="answers">
        {(data) =>
          data.answers.length === 0 ? (
            <p className="soft small">Answers are listed here once one was given.</p>
          ) : (
            <ul>
              {data.answers.map(({ id, query, kind, status, durationMs, createdAt }) => (
                <li key={id}>
                  <Link to="/watch" search={{ answer: id }}>
                    <span>{query}</span>
                    <span className="small soft">
                      {status && <span data-tone={STATUS[status][0]}>{STATUS[status][1]}</span>}
                      {kind === 'agent' && ' · agent'}
                      {durationMs !== null && ` · ${duration(durationMs)}`} · {new Date(createdAt).toLocaleTimeString()}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
