import { queryTypeOf, type Classification, type DecomposedQuery, type QuestionType } from '@arbiter/contracts';
import { anyOf, QUESTION_WORDS } from '@arbiter/english';
import { classifyQuery, findCombination } from '../classify/classify-query.js';
import { assemblePlan } from './assemble-plan.js';
import { bridgeChain } from './find-bridge.js';
import { aboutOneOf, findEnumeration } from './find-enumeration.js';
import { aboutOne, findSubjects } from './find-subjects.js';
import { planConstruction } from './plan-construction.js';

/** More questions in one message are one too many. */
const MOST_QUESTIONS = 8;

interface Part {
  readonly query: string;
  /** Positions in the list of parts whose answers this one needs. */
  readonly after: readonly number[];
}

/** Breaks a question into searches and says in which order they run. */
export function decomposeQuery(query: string): DecomposedQuery {
  const queryType = plannedType(classifyQuery(query));
  const searches = partsOf(query, queryType).map((part, index) => ({
    id: idOf(index),
    query: part.query,
    tool: 'hybrid-search' as const,
    dependencies: part.after.map(idOf),
  }));
  return assemblePlan(query, queryType, searches);
}

/** How sure rules have to be that a message asks nothing of the documents: a search too many costs less than a refusal. */
const SURE_OF_NO_QUESTION = 0.9;

/** The type that is planned for: what may be a question after all is looked up. */
function plannedType({ queryType, confidence }: Pick<Classification, 'queryType' | 'confidence'>): QuestionType {
  return confidence < SURE_OF_NO_QUESTION ? queryTypeOf(queryType) : queryType;
}

function partsOf(query: string, queryType: QuestionType): readonly Part[] {
  if (queryType === 'conversational' || queryType === 'out_of_scope') return [alone(query)];
  const sides = queryType === 'comparative' ? sidesOf(query) : [];
  if (sides.length > 0) return sides.map(alone);
  const questions = splitQuestions(query);
  if (questions.length > 1) return questions.slice(0, MOST_QUESTIONS).map(alone);
  switch (queryType) {
    case 'multi_hop': {
      const combination = findCombination(query);
      if (combination) return [query, ...combination.rules].map(alone);
      // Inner descriptions are looked up first; what each finds is put into what is built around it.
      return [...bridgeChain(query), query].map((part, index) => ({
        query: part,
        after: index === 0 ? [] : [index - 1],
      }));
    }
    case 'list_building':
      return constructionOf(query);
    case 'procedural':
      return wayOf(query);
    default:
      return [alone(query)];
  }
}

function alone(query: string): Part {
  return { query, after: [] };
}

/** The question about each subject of a comparison; empty where they cannot be told. */
function sidesOf(query: string): readonly string[] {
  const many = findEnumeration(query);
  if (many) return many.map((subject) => aboutOneOf(query, subject, many));
  const two = findSubjects(query);
  if (!two) return [];
  const [first, second] = two;
  return [aboutOne(query, first, second), aboutOne(query, second, first)];
}

/** Searches for limits and candidates at once, then for the costs of the candidates. */
function constructionOf(query: string): readonly Part[] {
  const construction = planConstruction(query);
  if (!construction) return [alone(query)];
  const { constraints, costs, wished } = construction;
  const besides = wished === null ? [] : [alone(wished)];
  return [alone(query), alone(constraints), ...besides, ...(costs === null ? [] : [{ query: costs, after: [0] }])];
}

/** How something is built that has to add up: its limits besides the steps. */
function wayOf(query: string): readonly Part[] {
  const construction = planConstruction(query);
  return construction?.costs ? [alone(query), alone(construction.constraints)] : [alone(query)];
}

function idOf(index: number): string {
  return `q${index + 1}`;
}

/** Where a second question starts inside one sentence: a conjunction and a question word. */
const SECOND_QUESTION = new RegExp(`,? and (?=${anyOf(QUESTION_WORDS)} )`, 'i');
/** A word that refers to the question before, without which it cannot be understood. */
const POINTS_BACK = /\b(?:he|him|his|she|her|hers|it|its|they|them|their|there|that|this|those|these|one|ones)\b/i;

/**
 * The questions that a text asks, in order, at least one: "Who …? And where …?" and "who … and where …" alike. One
 * that points back comes with the first, so that each can be searched for alone.
 */
export function splitQuestions(text: string): string[] {
  const sentences = text
    .split(/(?<=\?)\s+/)
    .map((sentence) => sentence.replace(/^(?:and|also|then|plus)\b[, ]*/i, '').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  // "Who is older? Give both ages." is one question and a wish about its answer.
  if (sentences.length > 1)
    return sentences.every((sentence) => sentence.endsWith('?')) ? standalone(sentences) : [text];
  const parts = text.split(SECOND_QUESTION).map((part) => part.trim());
  return parts.every((part) => part.split(/\s+/).length >= 3) ? standalone(parts) : [text];
}

function standalone([first = '', ...others]: readonly string[]): string[] {
  return [first, ...others.map((question) => (POINTS_BACK.test(question) ? `${first} ${question}` : question))];
}
