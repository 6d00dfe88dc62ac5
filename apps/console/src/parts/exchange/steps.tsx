import { memo } from 'react';
import { duration, stageWords } from '../answer/answer-words.js';
import type { AgentResult, AgentStep, Exchange } from './exchange.js';
import { Payload } from './payload.js';

/** Kinds of results in words, for one and for many. */
const KINDS: Readonly<Record<AgentResult['payload_type'], readonly [string, string]>> = {
  chunks: ['passage', 'passages'],
  table: ['row of a table', 'rows of a table'],
  entity: ['thing of the world', 'things of the world'],
  community: ['group of things', 'groups of things'],
  colqwen_pages: ['page', 'pages'],
  interpretations: ['reading of a page', 'readings of pages'],
  result: ['result', 'results'],
};

/** What tools do, in words; others stand under their own names. */
const TOOLS: Readonly<Record<string, string>> = {
  hybrid_search: 'Search by words and by meaning',
  fast_vector_search: 'Search by meaning',
  keyword_search: 'Search by words',
  colqwen_visual_search: 'Look for pages by what they show',
  visual_interpretation: 'Read the pictures of pages',
  preview_entities: 'Look up what the knowledge graph names',
  expand_entities: 'Read what is known of it',
  text_response: 'Write and check the answer',
  summarize: 'Summarise what was found',
  expand: 'Read on around the best passage',
  fetch_document: 'Read a document',
  find_path: 'Look for a connection',
  fact_check: 'Check facts',
};

/** Kinds of results that are seen without being unfolded: a page is found by looking at it. */
const SEEN: ReadonlySet<string> = new Set(['colqwen_pages', 'interpretations']);

/** What was done for an answer in order, by the pipeline or by an agent. Of an agent's steps only the last one changes. */
export function Steps({ exchange: { stages, steps, state } }: { readonly exchange: Exchange }) {
  return (
    <ol className="steps">
      {stages
        .filter(({ status }) => status === 'finished')
        .map((one, index) => (
          <li key={index} className="step stage small soft">
            {stageWords(one)} · {duration(one.ms)}
          </li>
        ))}
      {steps.map((step, index) => (
        <Step key={index} step={step} isLast={state === 'running' && index === steps.length - 1} />
      ))}
    </ol>
  );
}

const Step = memo(function Step({ step, isLast }: { readonly step: AgentStep; readonly isLast: boolean }) {
  const { tool, reasoning, messages, results, fault } = step;
  // The answer itself stands below all steps.
  const shown = results.filter(({ metadata }) => metadata.answer_id === undefined);
  const ms = Math.max(0, ...results.map((one) => one.ms ?? 0));
  return (
    <li className="step" data-state={isLast ? 'running' : fault ? 'fault' : 'done'}>
      <h3>
        {TOOLS[tool.replaceAll('-', '_')] ?? tool.replaceAll(/[_-]/g, ' ')}
        {ms > 0 && <span className="small soft"> {duration(ms)}</span>}
      </h3>
      <p className="soft">{reasoning}</p>
      {isLast && messages.length > 0 && (
        <p className="small" role="status">
          {messages.at(-1)}
        </p>
      )}
      {shown.map((result, index) => {
        const [one, many] = KINDS[result.payload_type];
        const { query, best } = result.metadata;
        return (
          <details key={index} className="fold" open={SEEN.has(result.payload_type)}>
            <summary className="small">
              {result.objects.length} {result.objects.length === 1 ? one : many}
              {typeof query === 'string' && ` for “${query}”`}
              {typeof best === 'string' && `, first “${best}”`}
            </summary>
            <Payload result={result} />
          </details>
        );
      })}
      {fault && <p className="small fault">{fault.message}</p>}
    </li>
  );
});
