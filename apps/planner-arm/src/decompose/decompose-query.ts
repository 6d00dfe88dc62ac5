import {
  queryTypeOf,
  type Classification,
  type DecomposedQuery,
  type QuestionType,
  type SubQuery,
} from '@arbiter/contracts';
import { classifyQuery } from '../classify/classify-query.js';
import { executionPlanOf } from './execution-plan.js';
import { findBridge } from './find-bridge.js';
import { aboutOne, findSubjects } from './find-subjects.js';
import { splitQuestions } from './split-questions.js';
import { SYNTHESIS_PROMPTS } from './synthesis-prompts.js';

const SEARCH_TOOL = 'hybrid-search';

interface Part {
  readonly query: string;
  /** Positions in the list of parts whose answers this one needs. */
  readonly after: readonly number[];
}

/** Breaks a question into searches and says in which order they run. */
export function decomposeQuery(query: string): DecomposedQuery {
  const queryType = plannedType(classifyQuery(query));
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
    synthesisRequired: subQueries.length > 1 || queryTypeOf(queryType) !== 'simple_lookup',
    ...(synthesisPrompt !== undefined && { synthesisPrompt }),
  };
}

/** How sure rules have to be that a message asks nothing of the documents: a search too many costs less than a refusal. */
const SURE_OF_NO_QUESTION = 0.85;

/** The type that is planned for: what may be a question after all is looked up. */
function plannedType({ queryType, confidence }: Pick<Classification, 'queryType' | 'confidence'>): QuestionType {
  return confidence < SURE_OF_NO_QUESTION ? queryTypeOf(queryType) : queryType;
}

function partsOf(query: string, queryType: QuestionType): readonly Part[] {
  if (queryType === 'conversational' || queryType === 'out_of_scope') return [{ query, after: [] }];
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

function idOf(index: number): string {
  return `q${index + 1}`;
}
