import { buildListInSteps, type BuildResult } from '@arbiter/roster';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  StatusUpdate,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import type { ArmyBooks } from './army-books.js';
import { Faction, ForceName, Points } from './list-inputs.js';
import { incomplete, said } from './points-calculator.tool.js';

/** Lists that are looked at before other work of the process gets a turn: some 50 ms with a large catalogue. */
const STEPS_PER_TURN = 25;

const Inputs = z.strictObject({
  faction: Faction,
  points: Points,
  force: ForceName,
  required: z
    .array(z.strictObject({ name: z.string().min(1).max(200), number: z.int().min(1).max(50).exactOptional() }))
    .max(50)
    .default([])
    .describe('Units that must be in the list.'),
  excluded: z.array(z.string().min(1).max(200)).max(200).default([]).describe('Units that must not be in it.'),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31)
    .default(1)
    .describe('Another seed gives another list of the same kind.'),
});

export class ListBuilderTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'list-builder';
  override readonly aliases = ['list_builder'];
  readonly description =
    'Builds a legal army list for a limit of points, with given units in it, or says which rules make that impossible. Use it when a question asks for a list.';
  readonly inputSchema = Inputs;
  override readonly cacheable = true;
  override readonly timeoutMs = 60_000;

  constructor(private readonly books: ArmyBooks) {
    super();
  }

  async *execute(
    _tree: TreeData,
    { faction, points, ...request }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    yield new StatusUpdate(`Reading what an army of ${faction} may hold…`);
    const book = await this.books.open(faction, call);
    yield new StatusUpdate('Building a list…');
    const built = await inTurns(buildListInSteps(book.data, { ...request, limit: points }), call.signal);
    if (built.kind !== 'built') {
      const why = built.kind === 'impossible' ? 'There is no such list' : 'No such list was found';
      const suggestion = 'Change the limit of points or what is asked for.';
      yield new RecoverableError({ message: `${why}: ${built.reasons.join(' ')}`, suggestion });
      return;
    }
    yield new Result({
      objects: [{ list: built.list, costs: built.costs, isBest: built.isBest }],
      name: 'list',
      payloadType: 'result',
      metadata: { faction: book.faction.name, points, steps: built.steps, ...incomplete(book.missing) },
      llmMessage: `Built a legal list of ${said(built.costs)} for ${points}.`,
    });
  }
}

async function inTurns(work: Generator<void, BuildResult, void>, signal: AbortSignal): Promise<BuildResult> {
  for (let turn = 1; ; turn++) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (turn % STEPS_PER_TURN !== 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
}
