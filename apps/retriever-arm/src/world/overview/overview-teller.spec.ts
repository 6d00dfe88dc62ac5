import { ScriptedLanguageModel } from '@arbiter/adapter-kit/testing';
import { tellOverview } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { SequentialIds } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { UNLIMITED } from '../../calls/time-budget.js';
import { ExtractiveSynthesizer } from '../../synthesis/extractive-synthesizer.js';
import { GenerativeSynthesizer } from '../../synthesis/generated/generative-synthesizer.js';
import { type WorldLibrary, worldLibraryOf } from '../../../test/world.library.js';
import { OVERVIEW_GENERATION_SETTINGS } from './generated-overview.js';
import { OverviewTeller } from './overview-teller.js';

const { signal } = new AbortController();
const QUARREL = 'The Salt Board disputes the sluice with the Fen Council and opposes its tolls.';
const DOCUMENTS = {
  'organisation/salt-board.md': `The Salt Board is the council of the salt boilers of the coast. ${QUARREL}`,
  'organisation/fen-council.md': 'The Fen Council is the assembly of the villages in the fen. It is led by Reed Osk.',
  'organisation/tide-guild.md':
    'The Tide Guild is a guild of pilots. The Tide Guild fights the Salt Board over every berth.',
  'person/reed-osk.md': 'Reed Osk is the speaker of the fen. Reed Osk threatens the Tide Guild with a lawsuit.',
};
const SESSION = 'The Salt Board is now hostile to Reed Osk, who lost the vote.';

let library: WorldLibrary;

beforeEach(async () => {
  library = await worldLibraryOf('coast', { documents: DOCUMENTS, sessions: { 2: SESSION } });
  await library.change(2, {
    relationship_updates: [{ from: 'salt-board', to: 'reed-osk', old_status: 'neutral', new_status: 'hostile' }],
  });
});

interface Asked {
  readonly model?: ScriptedLanguageModel;
  readonly asOfSession?: number;
  readonly collections?: readonly string[];
}

async function tell(query: string, { model, ...more }: Asked = {}) {
  const fallback = new ExtractiveSynthesizer(null);
  const writer = model
    ? new GenerativeSynthesizer(
        { model, fallback, ids: new SequentialIds(), clock: SYSTEM_CLOCK },
        OVERVIEW_GENERATION_SETTINGS,
      )
    : null;
  const sut = new OverviewTeller({ ...library, writer });
  const told = await sut.tell(tellOverview.input.parse({ query, ...more }), signal, UNLIMITED);
  expect(tellOverview.output.safeParse(told).success).toBe(true);
  for (const { passages } of told.statements)
    for (const { documentId, start, end, text } of passages)
      expect((await library.documents.text(documentId, signal))?.slice(start, end)).toBe(text);
  return { ...told, texts: told.statements.map(({ text }) => text) };
}

describe('an overview without a language model', () => {
  it('has sentences of several documents and changes of sessions, each with its passage', async () => {
    const { texts, mode, statements } = await tell('What are the main conflicts?');
    expect(mode).toBe('extractive');
    expect(texts).toEqual(
      expect.arrayContaining([
        `${QUARREL} [1]`,
        'The Tide Guild fights the Salt Board over every berth. [1]',
        'Salt Board is hostile to Reed Osk since session 2. [1]',
      ]),
    );
    expect(statements.find(({ text }) => text.includes('since session 2'))?.passages).toMatchObject([
      { text: SESSION },
    ]);
  });

  it('is that of the session that is asked for', async () => {
    const { texts } = await tell('What are the main conflicts?', { asOfSession: 1 });
    expect(texts.join(' ')).toContain(QUARREL);
    expect(texts.join(' ')).not.toContain('since session 2');
  });

  it('leaves out what names something that is gone', async () => {
    await library.change(3, { entity_updates: [{ entity_id: 'tide-guild', status: 'dissolved' }] });
    const { texts } = await tell('What are the main conflicts?');
    expect(texts.join(' ')).not.toContain('Tide Guild');
    const main = await tell('What are the main groups?');
    expect(main.texts.join(' ')).toContain('Salt Board');
    expect(main.texts.join(' ')).not.toContain('Tide Guild');
  });

  it.each(['Who leads the Fen Council?', 'Give me an overview of Reed Osk', 'What are the main alliances?'])(
    'is none for "%s"',
    async (question) => {
      expect((await tell(question)).statements).toEqual([]);
    },
  );

  it('is none of collections without a graph, and forgets deleted documents', async () => {
    expect((await tell('What are the main conflicts?', { collections: ['hills'] })).statements).toEqual([]);
    await library.documents.delete('organisation/salt-board.md', signal);
    expect((await tell('What are the main conflicts?')).texts.join(' ')).not.toContain(QUARREL);
  });
});

describe('an overview by a language model', () => {
  it('is written from what the model says of each community, with markers down to passages', async () => {
    const model = new ScriptedLanguageModel(({ messages }) => {
      const prompt = JSON.stringify(messages);
      return {
        type: 'answer',
        pieces: [
          prompt.includes('over the sluice, as we read')
            ? 'The Salt Board quarrels with its neighbours [1].'
            : 'The Salt Board and the Fen Council are at odds over the sluice, as we read [1].',
        ],
      };
    });
    const { texts, mode, statements, usage } = await tell('What are the main conflicts?', { model });
    expect(mode).toBe('generated');
    expect(texts[0]).toMatch(
      /^The Salt Board quarrels with its neighbours\. \[1\]|^The Salt Board quarrels with its neighbours \[1\]/,
    );
    expect(statements[0]!.passages[0]!.source).toMatch(/\.md$/);
    expect(model.requests.length).toBeGreaterThan(1);
    expect(usage?.outputTokens).toBeGreaterThan(0);
  });

  it('keeps no sentence that cites nothing', async () => {
    const model = new ScriptedLanguageModel(() => ({ type: 'answer', pieces: ['Everybody hates everybody.'] }));
    expect((await tell('What are the main conflicts?', { model })).mode).toBe('extractive');
  });

  it.each([
    ['fails', { type: 'error' as const }],
    ['finds nothing', { type: 'answer' as const, pieces: ['NOT_IN_SOURCES'] }],
  ])('is extracted instead when the model %s', async (_, script) => {
    const model = new ScriptedLanguageModel(() => {
      if (script.type === 'error') throw new Error('away');
      return script;
    });
    const { texts, mode, degraded } = await tell('What are the main conflicts?', { model });
    expect(mode).toBe('extractive');
    expect(texts).toContain(`${QUARREL} [1]`);
    expect(degraded).toBe(script.type === 'error' ? 'model-unavailable' : undefined);
  });
});
