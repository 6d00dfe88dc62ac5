import { describe, expect, it } from '@jest/globals';
import { findEntities } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher } from '@arbiter/messaging';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { newTreeData, ToolRegistry } from '@arbiter/tool-sdk';
import { contextOf, drain, workbench } from '../../test/tool-workbench.js';
import { ThreadedListBuilding } from './list-building/threaded-list-building.js';
import { createDomainTools, domainToolGrants, unknownToolClasses } from './domain-tools.js';

function packOf(domain: string, ...custom: string[]) {
  return { config: { domain, tools: { custom } } as never, collections: [`${domain}_units`, `${domain}_rules`] };
}

const LISTS = new ThreadedListBuilding(SYSTEM_CLOCK);

const GAME = newTreeData('What does it cost?', { collectionNames: ['game_units'] });
const ELSEWHERE = newTreeData('What does it cost?', { collectionNames: ['coast'] });

/** A library that holds no faction. */
async function emptyLibrary() {
  const bus = new InProcessBus();
  const dispatcher = new OperationDispatcher();
  dispatcher.register(findEntities, () => Promise.resolve({ entities: [] }));
  await bus.start(dispatcher);
  return new InProcessOperationClient(bus);
}

describe('tools of domains', () => {
  it('are those that packs name by their classes, each once for all domains that name it', () => {
    const grants = domainToolGrants([packOf('game', 'ListBuilderTool'), packOf('other', 'ListBuilderTool', 'Odd')]);
    expect(grants).toEqual([
      {
        toolClass: 'ListBuilderTool',
        collections: new Set(['game_units', 'game_rules', 'other_units', 'other_rules']),
      },
      { toolClass: 'Odd', collections: new Set(['other_units', 'other_rules']) },
    ]);
    expect(unknownToolClasses(grants)).toEqual(['Odd']);
  });

  it.each(['PointsCalculatorTool', 'PointsCalculator', 'points-calculator', 'points_calculator'])(
    'are known by their published names however a pack writes them: %s',
    (name) => {
      expect(domainToolGrants([packOf('game', name)])).toMatchObject([{ toolClass: 'PointsCalculatorTool' }]);
    },
  );

  it('are none of those that are code of the pack', () => {
    expect(domainToolGrants([packOf('game', 'dice.ts#DiceTool', 'dice.mjs')])).toEqual([]);
  });

  it('take part in questions of their domain, and in no others', async () => {
    const client = await emptyLibrary();
    const grants = domainToolGrants([packOf('game', 'PointsLookupTool', 'ListBuilderTool', 'toString')]);
    const registry = new ToolRegistry(createDomainTools(client, grants, LISTS));
    expect(registry.names()).toEqual(['list-builder', 'points-lookup']);
    expect((await registry.availableNow(GAME)).unavailable).toEqual([]);
    expect((await registry.availableNow(ELSEWHERE)).unavailable).toHaveLength(2);
    expect((await registry.availableNow(newTreeData('All?'))).unavailable).toHaveLength(2);
  });

  it('run as what they are', async () => {
    const client = await emptyLibrary();
    const tools = createDomainTools(client, domainToolGrants([packOf('game', 'PointsLookupTool')]), LISTS);
    const { executor } = workbench(tools);
    const context = { ...contextOf(), tree: GAME, previousResults: new Map() };
    const parameters = { unit: 'Thornguard' };
    const { result } = await drain(executor.run({ tool: 'points-lookup', parameters }, context));
    expect(result).toMatchObject({
      tool: 'points-lookup',
      success: false,
      error: expect.stringContaining('Thornguard'),
    });
  });
});
