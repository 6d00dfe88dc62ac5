import { checkWords, confidenceWords, costWords, duration, percent } from './answer-words.js';
import type { ShownAnswer } from './answer-view.js';

/** How sure the answer is, as a word and a number, and folded below it the three checks behind that. */
export function Confidence({ answer: { confidence, validation } }: { readonly answer: ShownAnswer }) {
  if (confidence === null) return <p className="notice small">This answer was not checked.</p>;
  const { tone, words } = confidenceWords(confidence);
  return (
    <details className="fold confidence">
      <summary>
        <span className="badge" data-tone={tone}>
          {words}
        </span>{' '}
        <span className="small soft">
          {percent(confidence)} sure{validation && ', after three checks'}
        </span>
      </summary>
      {validation && (
        <dl className="checks">
          {checkWords(validation.checks).map((check) => (
            <div key={check.name} data-tone={check.tone}>
              <dt>{check.name}</dt>
              <dd>
                {check.verdict}
                {check.details.map((line) => (
                  <span key={line} className="soft">
                    {line}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}

const ORIGINS = {
  extractive: 'Sentences of the sources themselves',
  generated: 'Written by a language model from the sources',
  computed: 'Computed by a tool',
};

/** What it took: time, searches, tokens, cost. */
export function HowItWasMade({ answer }: { readonly answer: ShownAnswer }) {
  const { timings = [], subQueries = [], attempts, tokens = [], cost = null, synthesis, mode } = answer;
  if (answer.durationMs === undefined) return null;
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ['Text', synthesis ? [ORIGINS[synthesis]] : []],
    ['Searched for', subQueries],
    ['Background', answer.stepBack ? [answer.stepBack.question] : []],
    ['Attempts', attempts !== undefined && attempts > 1 ? [`${attempts}, the best is shown`] : []],
    ['Time', timings.map(({ stage, ms }) => `${stage} ${duration(ms)}`)],
    ['Language models', costWords({ tokens, cost })],
    ['Id', [answer.id]],
  ];
  return (
    <details className="fold small">
      <summary>
        {duration(answer.durationMs)}
        {mode && `, ${mode}`}: how it was made
      </summary>
      <dl className="facts">
        {facts
          .filter(([, lines]) => lines.length > 0)
          .map(([name, lines]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {lines.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </details>
  );
}
