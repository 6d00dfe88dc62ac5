import { GraphSchema } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GraphLibrary } from '../../../test/graph-library.js';
import { type Answer, type AskedChat, readByScript, type ScriptedOllama } from '../../../test/ollama-script.js';

const { signal } = new AbortController();
const SCHEMA = GraphSchema.parse({ entityTypes: ['place', 'person', 'machine'] });
const NOTHING = { json: { entities: [], relations: [] } };
const says = (same: unknown, number: unknown = 1): Answer => ({ json: { pairs: [{ number, same }] } });

let library: GraphLibrary;
let ollama: ScriptedOllama | null = null;
beforeEach(async () => {
  library = new GraphLibrary();
  await library.put('place/upper-tallow.md', 'Upper Tallow', 'Upper Tallow is a hamlet. It is kept by Ines Moor.');
  await library.put(
    'notes/tallow.md',
    'Notes',
    'Tallow Landing is a hamlet by the river. Orla Finch lives in Tallow Landing.',
  );
});
afterEach(async () => {
  await ollama?.close();
  ollama = null;
});

const isPairs = ({ format }: AskedChat): boolean => JSON.stringify(format).includes('"pairs"');

/** A model that finds nothing in documents, and answers questions about pairs by a script. */
async function resolvedBy(script: (attempt: number) => Answer, pace = {}): Promise<() => readonly AskedChat[]> {
  let attempt = 0;
  await ollama?.close();
  const asked = await readByScript(library, (chat) => (isPairs(chat) ? script(attempt++) : NOTHING), pace);
  ollama = asked;
  return () => asked.asked.filter(isPairs);
}

const build = () => library.builder().build('works', SCHEMA, signal);
const names = async (): Promise<readonly string[]> =>
  (await library.snapshot()).entities.map(({ name }) => name).sort();

describe('names of which it is not sure that they are of one thing', () => {
  it('are one entity where a language model says so, with what is told of both', async () => {
    const questions = await resolvedBy(() => says('yes'));
    expect((await build()).extraction).toEqual({ model: 'ollama/llama-test', documents: 2, failed: 0, merged: 1 });
    const { entities, relations } = await library.snapshot();
    const tallow = entities.find(({ name }) => name === 'Upper Tallow');
    expect(tallow).toMatchObject({ aliases: ['Tallow Landing'], formerIds: ['tallow-landing'] });
    const told = relations.map(({ from, type, to }) => [entities[from]?.name, type, entities[to]?.name]);
    expect(told).toContainEqual(['Orla Finch', 'lives_in', 'Upper Tallow']);
    const [question] = questions();
    expect(question?.prompt).toMatch(
      /A: Upper Tallow \(place\)\. Upper Tallow is a hamlet\..*\nB: Tallow Landing \(place\)/,
    );
    expect(question?.system).not.toContain('Tallow');
  });

  it.each<[string, Answer]>([
    ['it says no', says('no')],
    ['it is unsure', says('unsure')],
    ['it says something else', says('perhaps')],
    ['it speaks of another pair', says('yes', 7)],
    [
      'it says both',
      {
        json: {
          pairs: [
            { number: 1, same: 'no' },
            { number: 1, same: 'yes' },
          ],
        },
      },
    ],
    ['its JSON has another shape', { json: [true] }],
  ])('stay apart where %s, and are not asked about again', async (_, answer) => {
    const questions = await resolvedBy(() => answer);
    expect((await build()).extraction).toMatchObject({ merged: 0 });
    expect(await names()).toEqual(expect.arrayContaining(['Upper Tallow', 'Tallow Landing']));
    await library.put('notes/other.md', 'Notes', 'Orla Finch is a mechanic.');
    expect(await build()).toMatchObject({ isNew: true });
    expect(questions()).toHaveLength(1);
    expect(library.warnings).toEqual([]);
  });

  it('are asked about again once a document says something else of one', async () => {
    const questions = await resolvedBy((attempt) => says(attempt === 0 ? 'no' : 'yes'));
    await build();
    await library.put(
      'notes/tallow.md',
      'Notes',
      'Tallow Landing is a hamlet with two names. Orla Finch lives in Tallow Landing.',
    );
    expect((await build()).extraction).toMatchObject({ merged: 1 });
    expect(questions()).toHaveLength(2);
  });

  it('stay apart while the model is away, and are asked about by the next build', async () => {
    await resolvedBy(() => null, { timeoutMs: 1_000 });
    expect(await build()).toMatchObject({ isNew: true, extraction: { failed: 0, merged: 0 } });
    expect(await build()).toMatchObject({ isNew: false });
    expect(library.warnings.at(-1)).toMatch(/did not say which names are of one thing/);
    await resolvedBy(() => says('yes'));
    expect(await build()).toMatchObject({ isNew: true, extraction: { merged: 1 } });
  });
});
