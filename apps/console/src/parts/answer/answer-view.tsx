import type { Answer, Citation } from '@arbiter/contracts';
import { memo, type ReactNode } from 'react';
import { EmptyLibrary } from '../empty-library.js';
import { AnswerText } from './answer-text.js';
import { AnswerTools } from './answer-tools.js';
import { degradedWords } from './answer-words.js';
import { Confidence, HowItWasMade } from './checks.js';
import { PassageCard } from './citations.js';
import { Markdown } from './markdown.js';
import './answer.css';

/** What is known of an answer; the agent's stream tells less than its record. */
export type ShownAnswer = Pick<Answer, 'id' | 'query' | 'status' | 'answer' | 'citations' | 'confidence'> &
  Partial<Answer>;

interface AnswerViewProps {
  readonly answer: ShownAnswer;
  /** Further things to do with it. */
  readonly tools?: ReactNode;
}

/** An answer with its proof: each sentence with its check, each number with its place, what was refused with its reason. */
export const AnswerView = memo(function AnswerView({ answer, tools }: AnswerViewProps) {
  const { notices = [], degraded = [] } = answer;
  const missing = degraded.map(degradedWords);
  return (
    <div className="answer" data-status={answer.status}>
      {answer.status === 'declined' ? (
        <Declined answer={answer} />
      ) : (
        <>
          {differs(answer.query, answer.resolvedQuery) && (
            <p className="small soft">Understood as: {answer.resolvedQuery}</p>
          )}
          <AnswerText answer={answer} />
          <Confidence answer={answer} />
        </>
      )}
      {[...notices, ...missing].map((line) => (
        <p key={line} className={missing.includes(line) ? 'notice degraded small' : 'notice small'}>
          {line}
        </p>
      ))}
      <AnswerTools answer={answer}>{tools}</AnswerTools>
      {answer.status === 'answered' && (
        <Passages title={answer.citations.length === 1 ? 'Source' : 'Sources'} of={answer.citations} isNumbered />
      )}
      <HowItWasMade answer={answer} />
    </div>
  );
});

/** Whether a question was changed by more than its signs. */
function differs(query: string, resolved = query): boolean {
  const [asked, understood] = [query, resolved].map((words) =>
    words
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' '),
  );
  return asked !== understood;
}

/** Where the checks found no fault, and the answer was yet too unlikely. */
const UNLIKELY = 'What could be written from the passages that were found was too unlikely to be right.';

function Declined({ answer: { answer, validation, closest = [] } }: { readonly answer: ShownAnswer }) {
  const issues = validation?.issues.filter(({ severity }) => severity !== 'info').map(({ message }) => message);
  const reasons = issues?.length === 0 ? [UNLIKELY] : new Set(issues);
  return (
    <>
      <p className="declined">
        <span className="badge" data-tone="doubt">
          Not answered
        </span>
      </p>
      <Markdown text={answer} />
      <EmptyLibrary />
      {issues && (
        <details className="fold small" open>
          <summary>Why it was not answered</summary>
          <ul>
            {[...reasons].map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
      <Passages title="The closest passages, which may or may not hold it" of={closest} />
    </>
  );
}

interface PassagesProps {
  readonly title: string;
  readonly of: readonly Citation[];
  /** With the numbers that the text names them by. */
  readonly isNumbered?: boolean;
}

function Passages({ title, of, isNumbered = false }: PassagesProps) {
  if (of.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="small soft">{title}</h3>
      <ul className="passages">
        {of.map((citation) => (
          <PassageCard
            key={citation.marker}
            citation={citation}
            label={isNumbered ? `${citation.marker}` : undefined}
          />
        ))}
      </ul>
    </section>
  );
}
