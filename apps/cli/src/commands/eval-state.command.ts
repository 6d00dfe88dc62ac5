import { ArbiterError } from '@arbiter/contracts';
import {
  type PrecisionRecall,
  STATE_METRICS,
  type StateMetrics,
  summariseAnswers,
  summariseState,
} from '@arbiter/evaluation';
import { Option } from 'commander';
import type { EvaluationContext } from '../evaluation/evaluate.js';
import { measureState, stateQuestions } from '../evaluation/measure-state.js';
import { latencyOf } from '../evaluation/run-description.js';
import { share } from '../render/format-text.js';
import { defineEvaluation } from './define-evaluation.js';

interface Options {
  readonly domain: string;
  readonly part: string;
  readonly extract?: boolean;
}

export const registerEvalState = defineEvaluation({
  name: 'state',
  summary: 'ask domains what their worlds are like by now',
  description:
    'Ask a domain the questions of its eval folder that name entities, and compare what is offered with what can be used. ' +
    "A pack's documents, sessions and changelog are read into a store of their own, which is kept for the next time.",
  options: (command) =>
    command
      .requiredOption('-d, --domain <name>', "an installed domain, or the path of a pack's folder")
      .addOption(
        new Option('--part <part>', 'which part of a divided set').choices(['train', 'test', 'all']).default('all'),
      )
      .option('--extract', 'with the changelog that is extracted from the sessions, in place of that of the pack'),
  units: 'questions',
  record: 'question',
  examples: [
    ['arbiter eval state -d lantern-coast --part train', 'the sample domain, with its changelog'],
    [
      'arbiter eval state -d lantern-coast --extract',
      'with what is read from its sessions, and how much of it is right',
    ],
  ],
  measure: evalState,
});

async function evalState({ domain, part, extract }: Options, context: EvaluationContext) {
  const pack = await context.findPack(domain);
  const questions = await stateQuestions(pack, part);
  if (questions.length === 0)
    throw new ArbiterError('INVALID_REQUEST', `No question of ${pack.domain} names entities in the part "${part}".`);
  const changelog = extract ? 'extracted' : 'gold';
  const measured = await measureState(pack, questions, changelog, context);
  if (typeof measured === 'number') return measured;
  const { asked, changes } = measured;
  const judged = asked.map((one) => one.judged);
  const summary = summariseState(judged, context.random());
  const answers = asked.map(({ answer }) => answer);
  const { confidenceEce, shownRight } = summariseAnswers(answers, context.random()).metrics;
  const records = asked.map(({ record }) => record);
  const stale = asked.filter((one) => one.judged.isStale).map(({ question }) => question.id);
  return {
    dataset: domain,
    records,
    figures: {
      ...summary,
      metrics: { ...summary.metrics, confidenceEce, shownRight, ...(changes && { changeF1: changes.changeF1 }) },
      ...(changes && { changes }),
      latencyMs: latencyOf(records),
    },
    config: { domain: pack.domain, part, changelog },
    tables: [
      [
        ['type', 'n', ...STATE_METRICS],
        ...Object.entries(summary.metrics.byType).map(([type, own]) => row(type, own.n, own)),
        row('all', summary.n, summary.metrics),
      ],
      stale.length > 0 ? `offered what cannot be used: ${stale.join(', ')}` : '',
      changes
        ? `changes of entities: changeF1 ${share(changes.changeF1)}, ${shares(changes.entities)}; of relationships: ${shares(changes.relationships)}`
        : '',
    ],
  };
}

function row(name: string, count: number, of: StateMetrics): string[] {
  return [name, String(count), ...STATE_METRICS.map((metric) => share(of[metric]))];
}

function shares({ precision, recall }: PrecisionRecall): string {
  return `precision ${share(precision)}, recall ${share(recall)}`;
}
