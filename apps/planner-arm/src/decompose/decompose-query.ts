import type { DecomposedQuery, ExecutionPlan, QuestionType, SubQuery } from '@arbiter/contracts';
import { classifyQuery } from '../classify/classify-query.js';
import { findBridge } from './find-bridge.js';
import { aboutOne, findSubjects } from './find-subjects.js';
import { splitQuestions } from './split-questions.js';

const SEARCH_TOOL = 'hybrid-search';

/** What a model that writes the answer is told about its shape; extraction reads the type instead. */
const SYNTHESIS_PROMPTS: Partial<Record<QuestionType, string>> = {
  comparative: 'Say for each subject what the sources state, then how they differ.',
  multi_hop: 'First say who or what is described, then answer the question about them.',
  procedural: 'Give the steps in order.',
  list_building: 'Give a list, one item a line.',
};

interface Part {
  readonly query: string;
  /** Positions in the list of parts whose answers this one needs. */
  readonly after: readonly number[];
}

/** Breaks a question into searches and says in which order they run. */
export function decomposeQuery(query: string): DecomposedQuery {
  const { queryType } = classifyQuery(query);
  const parts = partsOf(query, queryType);
  const subQueries: SubQuery[] = parts.map((part, index) => ({
    id: idOf(index),
    query: part.query,
    suggestedTool: SEARCH_TOOL,
    dependencies: part.after.map(idOf),
    priority: index + 1,
  }));
  const synthesisPrompt = SYNTHESIS_PROMPTS[queryType];
  return {
    originalQuery: query,
    queryType,
    subQueries,
    executionPlan: executionPlanOf(subQueries),
    synthesisRequired: subQueries.length > 1 || queryType !== 'simple_lookup',
    ...(synthesisPrompt !== undefined && { synthesisPrompt }),
  };
}

function partsOf(query: string, queryType: QuestionType): readonly Part[] {
  if (queryType === 'comparative') {
    const subjects = findSubjects(query);
    if (subjects) {
      const [first, second] = subjects;
      return [
        { query: aboutOne(query, first, second), after: [] },
        { query: aboutOne(query, second, first), after: [] },
      ];
    }
  }
  const questions = splitQuestions(query);
  if (questions.length > 1) return questions.slice(0, 8).map((question) => ({ query: question, after: [] }));
  if (queryType === 'multi_hop') {
    const bridge = findBridge(query);
    // The inner description is looked up first; what it finds is added to the whole question.
    if (bridge)
      return [
        { query: bridge, after: [] },
        { query, after: [0] },
      ];
  }
  return [{ query, after: [] }];
}

/** Layers of the dependency graph: a sub-query runs as soon as all it depends on have run. */
function executionPlanOf(subQueries: readonly SubQuery[]): ExecutionPlan {
  const done = new Set<string>();
  const batches: string[][] = [];
  while (done.size < subQueries.length) {
    const ready = subQueries
      .filter(({ id, dependencies }) => !done.has(id) && dependencies.every((needed) => done.has(needed)))
      .map(({ id }) => id);
    batches.push(ready);
    for (const id of ready) done.add(id);
  }
  const widest = Math.max(...batches.map((batch) => batch.length));
  const strategy = batches.length === 1 && widest > 1 ? 'parallel' : widest > 1 ? 'hybrid' : 'sequential';
  return { strategy, batches };
}

function idOf(index: number): string {
  return `q${index + 1}`;
}
