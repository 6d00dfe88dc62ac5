import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { Result, type AutomaticRun, type TreeData } from '@arbiter/tool-sdk';
import { contextOf } from '../../test/query-pipeline.js';
import { ScriptedTool, workbench } from '../../test/tool-workbench.js';
import { DomainTool } from '../tools/domain.tool.js';
import { collectionsForTools, computeStatements } from './compute-statements.js';

const { signal } = new AbortController();

/** A library that holds some collections, or of which nobody can say which; `asked` counts who wanted to know. */
function libraryOf(held: readonly string[] | null) {
  const asked: string[] = [];
  const listed = { collections: (held ?? []).map((name) => ({ manifest: { name } })) };
  const away = new ArbiterError('UNAVAILABLE', 'away');
  const request = ({ name }: { readonly name: string }) => {
    asked.push(name);
    return held ? Promise.resolve(listed) : Promise.reject(away);
  };
  return { client: { request } as never, asked };
}

describe('the collections that tools are told of', () => {
  const toldOf = (held: readonly string[] | null, collections?: string[]): Promise<readonly string[]> =>
    collectionsForTools({ collections }, libraryOf(held).client, { signal } as OperationContext);

  it('are those that are asked, or all that the library holds', async () => {
    expect(await toldOf(['game_units', 'other'], ['game_units'])).toEqual(['game_units']);
    expect(await toldOf(['game_units', 'other'])).toEqual(['game_units', 'other']);
  });

  it('are none where nobody can say', async () => {
    expect(await toldOf(null)).toEqual([]);
  });
});

/** Counts in the collection `tides`, where a question asks for it. */
class CountingTool extends ScriptedTool {
  constructor() {
    super('count', async function* () {
      yield await Promise.resolve(new Result({ objects: [], name: 'count', statement: { text: '3.', passages: [] } }));
    });
  }

  override runIfTrue({ userPrompt }: TreeData): Promise<AutomaticRun> {
    return Promise.resolve([userPrompt.startsWith('Count'), {}]);
  }
}

async function computed(question: string, held: readonly string[], collections?: readonly string[]) {
  const library = libraryOf(held);
  const tools = [new DomainTool(new CountingTool(), new Set(['tides']))];
  const toolSet = { ...workbench([]).shared, tools: [], packToolsOf: () => ({ tools, collections: ['tides'] }) };
  const statements = await computeStatements(toolSet, library.client, { question, collections }, contextOf());
  return { said: statements.map(({ text }) => text), asked: library.asked };
}

describe('what tools compute unasked', () => {
  it('is looked for without asking what the library holds where no tool wants the question', async () => {
    expect(await computed('Who keeps the lamp?', ['tides'])).toEqual({ said: [], asked: [] });
  });

  it('is left to the tools of the collections that the library holds', async () => {
    const asked = ['retriever.list-collections'];
    expect(await computed('Count the tides.', ['tides'])).toEqual({ said: ['3.'], asked });
    expect(await computed('Count the tides.', ['other'])).toEqual({ said: [], asked });
  });

  it('is left to the tools of the collections that are asked', async () => {
    expect(await computed('Count the tides.', ['tides'], ['tides'])).toEqual({ said: ['3.'], asked: [] });
    expect(await computed('Count the tides.', ['tides'], ['other'])).toEqual({ said: [], asked: [] });
  });
});
