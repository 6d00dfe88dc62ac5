import { ArbiterError, type Claim, type FoundPage, type ValidationResult } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { agentOver, decisions, run, textOf } from '../../test/agent.js';
import { foundPage, type PageArm } from '../../test/page-arm.js';
import { verdict } from '../../test/query-pipeline.js';
import { VisualInterpretationTool, VisualSearchTool } from '../tools/visual.tools.js';

const QUESTION = 'Where does a bell ring when somebody pulls at the landing?';
const SEARCH = { tool: 'colqwen_visual_search', inputs: { query: QUESTION } };
const READ = { tool: 'visual_interpretation' };
const ANSWER = { tool: 'text_response', should_end: true };
const WORDS = 'The wires\nlanding\n2 oil room\nCopper wires in tubes';
const RED = 'The wire of the landing is red and ends in the oil room.';

const agentWith = (pages: PageArm, over: { judge?: () => ValidationResult } = {}, steps = [SEARCH, READ, ANSWER]) =>
  agentOver({ find: () => [], next: decisions(...steps), judge: () => UNSUPPORTED, ...over, pages }, (client) => [
    new VisualSearchTool(client),
    new VisualInterpretationTool(client),
  ]);

function judged(support: 'fully_supported' | 'no_support', over: Partial<ValidationResult>): ValidationResult {
  const claim: Claim = { text: RED, type: 'fact', confidence: 1, start: 0, end: RED.length };
  const { checks } = verdict();
  const perClaim = [{ claim, support, score: 0.5, reasoning: '', sourceIds: [] }];
  return verdict({ ...over, checks: { ...checks, support: { ...checks.support, perClaim } } });
}
const UNSUPPORTED = judged('no_support', { confidence: 0.2, recommendation: 'retry' });

const answerOf = async (pages: PageArm, over: { judge?: () => ValidationResult } = {}) => {
  const { agent } = await agentWith(pages, over);
  const { events, outcome } = await run(agent, { query: QUESTION });
  return { events, answer: outcome.answer!, text: textOf(events) };
};
const page: FoundPage = foundPage(3, WORDS);

describe('an agent that looks at pages', () => {
  it('streams pages and readings as published, and answers with the page, its closest line and a bounded confidence', async () => {
    const { events, answer } = await answerOf({
      found: [page, foundPage(7, 'oars')],
      read: (n) => (n === 3 ? [RED] : []),
    });
    const results = events.flatMap((event) => (event.type === 'result' ? [event] : []));
    expect(results).toMatchObject([
      {
        ...{ tool: 'colqwen_visual_search', payload_type: 'colqwen_pages' },
        objects: [{ page_number: 3, source: 'wires.pdf' }, { page_number: 7 }],
        metadata: { page_numbers: [3, 7] },
      },
      {
        ...{ tool: 'visual_interpretation', payload_type: 'interpretations' },
        objects: [{ page_number: 3, interpretation: RED }],
        metadata: { summary: RED },
      },
      { tool: 'text_response' },
    ]);
    expect(answer).toMatchObject({
      ...{ status: 'answered', answer: `${RED} [1]`, synthesis: 'generated' },
      citations: [{ page: 3, quote: '2 oil room', start: WORDS.indexOf('2 oil') }],
      unsupported: [{ start: 0, end: RED.length }],
    });
    expect(answer.confidence).toBeGreaterThan(0.2);
    expect(answer.confidence).toBeLessThanOrEqual(0.5);
    expect(answer.notices?.join(' ')).toContain('page 3 of “Bell wires”');
  });

  it('trusts a reading that the words of the page confirm', async () => {
    const judge = () => judged('fully_supported', { confidence: 0.9 });
    const { answer } = await answerOf({ found: [page], read: () => [RED] }, { judge });
    expect(answer).toMatchObject({ status: 'answered', confidence: 0.9 });
    expect(answer.unsupported).toBeUndefined();
  });

  it('cites the figure that holds the words, or the most certain one for a page without words', async () => {
    const boxOf = (top: number) => ({ left: 0, top, right: 1, bottom: top + 0.5 });
    const regions = [
      { kind: 'figure' as const, confidence: 0.9, box: boxOf(0) },
      { kind: 'table' as const, confidence: 0.6, box: boxOf(0.5) },
      { kind: 'text' as const, confidence: 0.99, box: boxOf(0.5) },
    ];
    const { answer } = await answerOf({ found: [page], read: () => [RED], regions });
    expect(answer.citations).toMatchObject([{ page: 3, box: boxOf(0.5) }]);
    const bare = await answerOf({ found: [foundPage(2, '')], read: () => ['Both are red.'], regions });
    expect(bare.answer.citations).toMatchObject([{ page: 2, box: boxOf(0) }]);
    const plain = await answerOf({ found: [page], read: () => [RED], regions: regions.slice(2) });
    expect(plain.answer.citations[0]?.box).toBeUndefined();
  });

  it.each([
    ['a number that does not stand on it', 'The wire is 40 fathoms long.'],
    ['a name that does not stand on it', 'The bell was hung by Orla Venn.'],
  ])('does not show what has %s', async (_, sentence) => {
    const { answer, text } = await answerOf({ found: [page], read: () => [sentence] });
    expect(answer.status).toBe('declined');
    expect(text).not.toContain(sentence);
  });

  it('bounds what is read on a page without words, and cites the page', async () => {
    const { answer } = await answerOf({ found: [foundPage(2, '')], read: () => ['A red line joins both towers.'] });
    expect(answer).toMatchObject({ status: 'answered', citations: [{ page: 2, quote: '' }] });
    expect(answer.confidence).toBeLessThanOrEqual(0.5);
  });

  it('says that no vision model is set up, and shows the words on the pages', async () => {
    const { events, answer } = await answerOf({ found: [page] });
    expect(events).toContainEqual(
      expect.objectContaining({
        payload_type: 'interpretations',
        objects: [expect.objectContaining({ interpretation: WORDS })],
        metadata: { mode: 'words', summary: expect.stringContaining('No vision model is set up') },
      }),
    );
    expect(answer.status).toBe('declined');
  });

  it('tells where no page is found, and where the pictures say nothing, what to try instead', async () => {
    const none = await answerOf({});
    expect(none.events).toContainEqual({
      ...{ type: 'error', recoverable: true, message: `No visual matches for: ${QUESTION}` },
      suggestion: 'Try fast_vector_search for text content',
    });
    expect(none.events).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('colqwen_visual_search has found no pages yet') }),
    );
    const silent = await answerOf({ found: [page], read: () => [] });
    expect(silent.events).toContainEqual(
      expect.objectContaining({ type: 'error', message: expect.stringContaining('say nothing about') }),
    );
  });

  it('reads another page where one cannot be read', async () => {
    const away = new ArbiterError('UNAVAILABLE', 'The model is away.');
    const read = (number: number) => {
      if (number === 3) throw away;
      return [RED];
    };
    const { answer } = await answerOf({ found: [page, foundPage(4, WORDS)], read });
    expect(answer).toMatchObject({ status: 'answered', citations: [{ page: 4 }] });
    const { events } = await answerOf({ found: [page], read });
    expect(events).toContainEqual(expect.objectContaining({ type: 'error', message: 'The model is away.' }));
  });

  it('prefers an answer from the text that can be shown to a reading that nothing confirms', async () => {
    const passage = { ...page, passages: [{ ...PASSAGE, page: 3 }] };
    const { agent } = await agentOver(
      {
        ...{ find: () => [], next: decisions(SEARCH, READ, ANSWER), pages: { found: [passage], read: () => [RED] } },
        judge: ({ answer }) => (answer.includes('red') ? UNSUPPORTED : verdict()),
      },
      (client) => [new VisualSearchTool(client), new VisualInterpretationTool(client)],
    );
    expect((await run(agent, { query: QUESTION })).outcome.answer).toMatchObject({ answer: `${PASSAGE.text} [1]` });
  });
});

const PASSAGE = {
  ...{
    chunkId: 'wires:0',
    documentId: 'wires',
    collection: 'lore',
    text: 'It rings in the oil room.',
    start: 0,
    end: 25,
  },
  ...{ title: 'Bell wires', source: 'wires.pdf', section: [], metadata: {}, score: 0.6 },
};
