import type { Answer } from '@arbiter/contracts';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { AnswerTools } from './answer-tools.js';
import { degradedWords } from './answer-words.js';
import { Confidence, HowItWasMade } from './checks.js';
import { Marker, PassageCard } from './citations.js';
import { ClaimCheck, ClaimSign } from './claim-check.js';
import { Markdown, type TextParts } from './markdown.js';
import { overlayOf } from './overlay.js';
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
  return (
    <div className="answer" data-status={answer.status}>
      {answer.status === 'declined' ? <Declined answer={answer} /> : <Answered answer={answer} />}
      {notices.map((line) => (
        <p key={line} className="notice small">
          {line}
        </p>
      ))}
      {degraded.map((part) => (
        <p key={part} className="notice degraded small">
          {degradedWords(part)}
        </p>
      ))}
      <AnswerTools answer={answer}>{tools}</AnswerTools>
      {answer.status === 'answered' && answer.citations.length > 0 && (
        <section aria-label="Sources">
          <h3 className="small soft">{answer.citations.length === 1 ? 'Source' : 'Sources'}</h3>
          <ol className="passages">
            {answer.citations.map((citation) => (
              <PassageCard key={citation.marker} citation={citation} label={String(citation.marker)} />
            ))}
          </ol>
        </section>
      )}
      <HowItWasMade answer={answer} />
    </div>
  );
});

function Answered({ answer }: { readonly answer: ShownAnswer }) {
  const [opened, setOpened] = useState<number | null>(null);
  const overlay = useMemo(() => overlayOf({ ...answer, validation: answer.validation ?? null }), [answer]);
  const parts = useMemo<TextParts>(() => {
    const citationOf = (marker: number) => answer.citations.find((one) => one.marker === marker);
    return {
      marker: (marker) => {
        const citation = citationOf(marker);
        return citation ? <Marker citation={citation} /> : `[${marker}]`;
      },
      sign: (claim) => (
        <ClaimSign
          claim={claim}
          isOpen={opened === claim.index}
          onToggle={() => setOpened(opened === claim.index ? null : claim.index)}
        />
      ),
      below: (claims) => {
        const claim = claims.find(({ index }) => index === opened);
        if (!claim) return null;
        const cited = claim.markers.flatMap((marker) => citationOf(marker) ?? []);
        return <ClaimCheck answerId={answer.id} claim={claim} citations={cited} />;
      },
    };
  }, [answer, opened]);
  return (
    <>
      {answer.resolvedQuery !== undefined && <p className="small soft">Understood as: {answer.resolvedQuery}</p>}
      <Markdown text={answer.answer} overlay={overlay} parts={parts} />
      <Confidence answer={answer} />
    </>
  );
}

function Declined({ answer }: { readonly answer: ShownAnswer }) {
  const issues = answer.validation?.issues.filter(({ severity }) => severity !== 'info') ?? [];
  return (
    <>
      <p className="declined">
        <span className="badge" data-tone="doubt">
          Not answered
        </span>
      </p>
      <Markdown text={answer.answer} />
      {issues.length > 0 && (
        <details className="fold small" open>
          <summary>Why it was not answered</summary>
          <ul>
            {issues.map(({ message, suggestion }) => (
              <li key={message}>
                {message} {suggestion !== undefined && <span className="soft">{suggestion}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {answer.closest && answer.closest.length > 0 && (
        <section aria-label="Closest passages">
          <h3 className="small soft">The closest passages, which may or may not hold it</h3>
          <ul className="passages">
            {answer.closest.map((citation) => (
              <PassageCard key={citation.marker} citation={citation} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
