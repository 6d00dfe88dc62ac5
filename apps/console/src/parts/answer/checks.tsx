import { checkWords, confidenceWords, costWords, duration, type Fact, percent, STAGE_WORDS } from './answer-words.js';
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
      {validation && <Facts facts={checkWords(validation.checks)} />}
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
  const facts: readonly Fact[] = [
    ['Text', synthesis ? [ORIGINS[synthesis]] : []],
    ['Searched for', subQueries],
    ['Background', [answer.stepBack?.question ?? '']],
    ['Attempts', attempts !== undefined && attempts > 1 ? [`${attempts}, the best is shown`] : []],
    ['Time', timings.map(({ stage, ms }) => `${STAGE_WORDS[stage][1]} ${duration(ms)}`)],
    ['Language models', costWords({ tokens, cost })],
    ['Id', [answer.id]],
  ];
  return (
    <details className="fold small">
      <summary>
        {duration(answer.durationMs)}
        {mode && `, ${mode}`}: how it was made
      </summary>
      <Facts facts={facts} />
    </details>
  );
}

/** Names with what is told of each; what nothing is told of is left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const told = facts.map(([name, lines, tone]) => ({ name, lines: lines.filter((line) => line !== ''), tone }));
  return (
    <dl className="facts">
      {told
        .filter(({ lines }) => lines.length > 0)
        .map(({ name, lines, tone }) => (
          <div key={name} data-tone={tone}>
            <dt>{name}</dt>
            <dd>
              {lines.map((line, index) => (
                <span key={index}>{line}</span>
              ))}
            </dd>
          </div>
        ))}
    </dl>
  );
}
