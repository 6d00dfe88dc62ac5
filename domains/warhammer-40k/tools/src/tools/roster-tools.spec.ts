import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { newTreeData, RecoverableError, Result, ToolRegistry, type ToolOutput } from '@arbiter/tool-sdk';
import { toolsOver } from '../../test/asking.js';
import { callOf, shelf, TEXT } from '../../test/shelf.js';
import * as pack from './index.js';

/** What a tool yields, found by its name as a pack or a planner knows it. */
async function run(
  name: string,
  inputs: Record<string, unknown>,
  library = shelf(),
  call = callOf(),
): Promise<ToolOutput[]> {
  const registry = new ToolRegistry(toolsOver(library));
  const tool = registry.resolve(name);
  const outputs: ToolOutput[] = [];
  for await (const output of tool.execute(newTreeData('?'), tool.parseInputs(inputs), call)) outputs.push(output);
  return outputs;
}

const resultOf = (outputs: readonly ToolOutput[]): Result => outputs.find((one) => one instanceof Result)!;
const errorOf = (outputs: readonly ToolOutput[]): RecoverableError =>
  outputs.find((one) => one instanceof RecoverableError)!;

const FACTION = 'heron guard';
const CAPTAIN = { name: 'Heron Captain' };
const spears = (number: number) => ({ name: 'reed spears', options: [{ name: 'Reed Spear', number }] });

describe('points-lookup', () => {
  it('says what a unit costs and where that stands', async () => {
    const result = resultOf(await run('points-lookup', { unit: 'captain', faction: FACTION }));
    expect(result.objects).toEqual([
      {
        unit: 'Heron Captain',
        catalogue: 'Marsh - Heron Guard',
        costs: { pts: 60 },
        keywords: ['Leader'],
        source: { collection: 'marsh_units', documentId: 'd', start: 20, end: 75 },
      },
    ]);
  });

  it('says that there is no such unit of a faction', async () => {
    expect(errorOf(await run('points_lookup', { unit: 'captain', faction: 'Otters' })).message).toBe(
      'There is no unit "captain" of Otters.',
    );
  });
});

describe('points-calculator', () => {
  it('adds up units at their sizes, also those of a library', async () => {
    const units = [CAPTAIN, spears(4), { name: 'Giant Otter' }];
    const result = resultOf(await run('points-calculator', { faction: FACTION, units }));
    expect(result.objects).toEqual([
      { unit: 'Heron Captain', costs: { pts: 60 } },
      { unit: 'Reed Spears', costs: { pts: 40 } },
      { unit: 'Giant Otter', costs: { pts: 35 } },
    ]);
    expect(result.message()).toBe('The 3 units cost 135 pts in all.');
  });

  it('does not reckon with what it does not know', async () => {
    const outputs = await run('points-calculator', { faction: FACTION, units: [CAPTAIN, { name: 'Dragon' }] });
    expect(errorOf(outputs).message).toBe('There is no "Dragon" in Band.');
  });
});

describe('unit-rules', () => {
  it('says nothing of a unit that was read before its rules were kept', async () => {
    expect(errorOf(await run('unit-rules', { said: 'Heron Captain wade' })).message).toBe(
      'The data name no rule for "wade".',
    );
  });
});

describe('what the tools say to the user', () => {
  const wanted = async (name: keyof typeof pack, question: string) => {
    const tool = new pack[name](shelf());
    const [isWanted, inputs] = await tool.runIfTrue(newTreeData(question));
    expect(isWanted).toBe(true);
    return resultOf(await run(tool.name, inputs)).statement!;
  };

  it('is computed from the question alone, with the lines that it was computed from', async () => {
    const { text, passages } = await wanted('PointsCalculatorTool', 'How many points do 2 Heron Captains cost?');
    expect(text).toBe('2 Heron Captain cost 60 pts each [1]. In all, the 2 units cost 120 pts.');
    expect(passages.map((passage) => passage.text)).toEqual(['Heron Captain. Cost: 60 pts.']);
    for (const passage of passages) expect(TEXT.slice(passage.start, passage.end)).toBe(passage.text);
  });

  it('is a verdict on a list whose units are taken at their least', async () => {
    const { text } = await wanted('FactionValidationTool', 'Is this list legal: Heron Captain, Reed Spears');
    expect(text).toMatch(/^The list is legal: it breaks no rule of Marsh - Heron Guard\..* costs 90 pts\.$/);
  });

  it('is a value by its full word', async () => {
    const { text, passages } = await wanted('ProfileLookupTool', 'What is the Wounds of the Heron Captain?');
    expect(text).toBe('The Wounds (W) of Heron Captain is 4 [1].');
    expect(passages[0]?.text).toBe('Unit: Heron Captain; W: 4');
  });

  it('is a list', async () => {
    const { text } = await wanted('ListBuilderTool', 'Build a list of 100 points for the Heron Guard');
    expect(text).toBe(
      [
        'Here is a legal 100 point list to build for Marsh - Heron Guard (Band):',
        '**Leader**\n- Heron Captain (60 pts) [1]',
        '**Line**\n- 4x Reed Spears (40 pts) [2]',
        'It costs 100 pts of 100. Why this list: every rule of the army is kept, no point is left over, and its 2 units are of 2 roles, each role and each unit taken in turn before another copy. The data say what a unit costs and may do, not how strong it is.',
      ].join('\n\n'),
    );
  });

  it('is nothing where the question is another, or has been answered', async () => {
    for (const tool of toolsOver(shelf())) {
      expect(await tool.runIfTrue(newTreeData('Who keeps the lamp?'))).toEqual([false, {}]);
      const asked = newTreeData('How many points do 2 Heron Captains cost?');
      asked.tasksCompleted.set(tool.name, [1]);
      expect(await tool.runIfTrue(asked)).toEqual([false, {}]);
    }
  });
});

describe('faction-validation', () => {
  it('lets a legal list pass', async () => {
    const outputs = await run('faction-validation', { faction: FACTION, points: 100, units: [CAPTAIN, spears(4)] });
    expect(resultOf(outputs).objects).toEqual([
      { legal: true, costs: { pts: 100 }, violations: [], chosen: [], warnings: [] },
    ]);
  });

  it('names every rule that a list breaks, and what it does not know', async () => {
    const units = [CAPTAIN, CAPTAIN, spears(2), { name: 'Dragon' }];
    const message = resultOf(await run('faction-validation', { faction: FACTION, points: 100, units })).message();
    expect(message).toContain('There is no "Dragon" in Band.');
    expect(message).toContain('The list costs 140 pts; 100 are allowed.');
    expect(message).toContain('Leader: 2 in Band; at most 1 allowed.');
    expect(message).toContain('Reed Spear: 2 in Reed Spears; at least 3 needed.');
  });
});

describe('list-builder', () => {
  it('builds a list that faction-validation lets pass', async () => {
    const built = resultOf(
      await run('list-builder', { faction: FACTION, points: 185, required: [{ name: 'giant otter' }] }),
    );
    const [{ list, costs }] = built.objects as [{ list: { forces: { units: unknown[] }[] }; costs: { pts: number } }];
    expect(costs.pts).toBe(185);
    const units = list.forces[0]!.units;
    expect(units).toContainEqual({ name: 'Giant Otter' });
    const checked = resultOf(await run('faction-validation', { faction: FACTION, points: 185, units }));
    expect(checked.objects).toMatchObject([{ legal: true }]);
  });

  it('says which rules clash, as an answer', async () => {
    const { statement } = resultOf(await run('list-builder', { faction: FACTION, points: 70 }));
    expect(statement?.text).toMatch(
      /^No legal list can be built for Marsh - Heron Guard within 70 points: .*(The list costs|Line: 0 in Band).*\[1\]$/,
    );
    expect(statement?.passages).toMatchObject([{ documentId: 'd' }]);
  });

  it('stops when nobody waits for the list any more', async () => {
    const gone = new ArbiterError('CANCELLED', 'gone');
    await expect(
      run('list-builder', { faction: FACTION, points: 5_000 }, shelf(), callOf(AbortSignal.abort(gone))),
    ).rejects.toBe(gone);
  });
});

describe('the books that the tools open', () => {
  it('say which factions there are', async () => {
    await expect(run('faction-validation', { faction: 'Otters', units: [CAPTAIN] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no faction "Otters": there are Marsh - Heron Guard.',
    });
  });

  it('are used without a catalogue that has not been ingested, and say so', async () => {
    const outputs = await run('points-calculator', { faction: FACTION, units: [CAPTAIN] }, shelf({ without: ['d:2'] }));
    expect(resultOf(outputs).metadata).toMatchObject({ degraded: ['catalogue beasts is not in the library'] });
  });

  it('are not put together from two versions', async () => {
    const outputs = run('points-calculator', { faction: FACTION, units: [CAPTAIN] }, shelf({ changing: true }));
    await expect(outputs).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
