import { describe, expect, it } from '@jest/globals';
import type { QuestionType } from '@arbiter/contracts';
import { decomposeQuery } from './decompose/decompose-query.js';

/** A search of a plan, with the positions of those it waits for. */
type Search = readonly [query: string, ...after: string[]];

/**
 * Every question that the design documents 000 to 004 give as an example, with the type that they name or, where they name
 * none, the one that a person would.
 */
const CASES: readonly (readonly [query: string, type: QuestionType, ...searches: Search[]])[] = [
  // 000, §1.1 to 1.3
  ['What weapons can a Space Marine Terminator take?', 'list_building'],
  ["What is a Terminator's toughness?", 'simple_lookup'],
  [
    'How do I build a 2000 point army?',
    'procedural',
    ['How do I build a 2000 point army?'],
    ['What are the rules and limits for a 2000 point army?'],
  ],
  [
    'Which is better, a Dreadnought or a Land Raider?',
    'comparative',
    ['How good is a Dreadnought?'],
    ['How good is a Land Raider?'],
  ],
  [
    'Can my Space Wolves Terminators with storm shields fight in turn 1?',
    'multi_hop',
    ['Can my Space Wolves Terminators with storm shields fight in turn 1?'],
    ['What are the rules for Space Wolves Terminators?'],
    ['What are the rules for storm shields?'],
    ['What are the rules for fighting in turn 1?'],
  ],
  [
    'Make me a 2000 point competitive Necron list',
    'list_building',
    ['Make me a 2000 point competitive Necron list'],
    ['What are the rules and limits for a 2000 point competitive Necron list?'],
    ['What does each part of a 2000 point competitive Necron list cost or count?', 'q1'],
  ],
  ['Can Terminators deep strike on turn 1?', 'simple_lookup'],
  ['What are the universal deep strike rules in this game?', 'list_building'],
  // 000, §4.2
  ['terminator weapons', 'list_building'],
  [
    'Build me a 2000 point Space Marine list',
    'list_building',
    ['Build me a 2000 point Space Marine list'],
    ['What are the rules and limits for a 2000 point Space Marine list?'],
    ['What does each part of a 2000 point Space Marine list cost or count?', 'q1'],
  ],
  // 000, §5, and the sub-queries that it gives for it
  [
    'Build me a competitive 2000 point Space Marine list with lots of firepower',
    'list_building',
    ['Build me a competitive 2000 point Space Marine list with lots of firepower'],
    ['What are the rules and limits for a competitive 2000 point Space Marine list?'],
    ['Which parts of a competitive 2000 point Space Marine list have lots of firepower?'],
    ['What does each part of a competitive 2000 point Space Marine list cost or count?', 'q1'],
  ],
  ['What detachments are competitive for Space Marines?', 'list_building'],
  ['What units have high firepower output?', 'list_building'],
  ['What is the points cost for Eradicators, Hellblasters, etc.?', 'simple_lookup'],
  ['What are the detachment constraints?', 'list_building'],
  // 002: entities, status, relationships, narrative, time
  ['Who is Torven?', 'simple_lookup'],
  ['What is the Red Oak Tavern?', 'simple_lookup'],
  ['Where can the party rest?', 'simple_lookup'],
  ['Which NPCs are allies?', 'list_building'],
  ['Who rules Waterdeep?', 'simple_lookup'],
  ['What factions are hostile?', 'list_building'],
  ['What happened at the temple?', 'simple_lookup'],
  ['Why is the guild angry?', 'simple_lookup'],
  ['What did we learn last session?', 'simple_lookup'],
  ['Recent developments?', 'simple_lookup'],
  // 003
  ['What are the benefits of hybrid search?', 'list_building'],
  ['nonexistent topic', 'simple_lookup'],
  ['machine learning algorithms', 'list_building'],
  ['neural networks', 'list_building'],
  ['benefits of vector databases', 'list_building'],
];

describe('an example question of the design documents', () => {
  it.each(CASES)('%p is planned as %s', (query, type, ...searches) => {
    const plan = decomposeQuery(query);
    expect(plan.queryType).toBe(type);
    expect(plan.subQueries.map((part) => [part.query, ...part.dependencies])).toEqual(
      searches.length > 0 ? searches : [[query]],
    );
  });

  it('has sides and candidates looked up at the same time, costs after them', () => {
    expect(decomposeQuery('Which is better, a Dreadnought or a Land Raider?').executionPlan.strategy).toBe('parallel');
    expect(decomposeQuery('Make me a 2000 point competitive Necron list').executionPlan).toEqual({
      strategy: 'hybrid',
      batches: [['q1', 'q2'], ['q3']],
    });
  });
});
