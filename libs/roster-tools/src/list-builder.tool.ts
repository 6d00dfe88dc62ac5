import { buildListInSteps, type BuildResult } from '@arbiter/roster';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  StatusUpdate,
  type AutomaticRun,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import type { ArmyBooks, OperationCaller } from './army-books.js';
import { askedList } from './asked/asked.js';
import { MAX_CITED, UnitPassages } from './unit-passages.js';
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

  constructor(
    private readonly books: ArmyBooks,
    private readonly operations: OperationCaller,
  ) {
    super();
  }

  override runIfTrue({ userPrompt, tasksCompleted }: TreeData): Promise<AutomaticRun> {
    const asked = tasksCompleted.has(this.name) ? null : askedList(userPrompt);
    return Promise.resolve(asked ? [true, { ...asked }] : [false, {}]);
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
    const passages = new UnitPassages(this.operations, call);
    if (built.kind !== 'built') {
      if (built.kind === 'not-found') {
        const message = `No such list was found: ${built.reasons.join(' ')}`;
        yield new RecoverableError({ message, suggestion: 'Change the limit of points or what is asked for.' });
        return;
      }
      const text = `No legal list can be built for ${book.faction.name} within ${points} points: ${built.reasons.join(' ')}`;
      yield new Result({
        statement: { text: `${text} [1]`, passages: [await passages.lineOf(book.faction, book.faction.name)] },
        objects: [{ list: null, reasons: built.reasons }],
        name: 'list',
        metadata: { faction: book.faction.name, points, steps: built.steps, ...incomplete(book.missing) },
        llmMessage: text,
      });
      return;
    }
    const { text, names } = statedList(built, book.faction.name, points);
    const described = await Promise.all(names.map((name) => this.books.unit(name, call)));
    const cited = await Promise.all(
      described.map((unit) => passages.lineOf(unit ?? book.faction, unit ? 'Cost: ' : book.faction.name)),
    );
    yield new Result({
      statement: { text, passages: cited },
      objects: [{ list: built.list, costs: built.costs, isBest: built.isBest }],
      name: 'list',
      payloadType: 'result',
      metadata: { faction: book.faction.name, points, steps: built.steps, ...incomplete(book.missing) },
      llmMessage: `Built a legal list of ${said(built.costs)} for ${points}.`,
    });
  }
}

/** "A legal list to build for Thornwood Host (War Band) within 500 points: 1 Briar Warden [1], 3 Thornguard [2]. It costs …" */
function statedList(
  { list, costs }: Extract<BuildResult, { kind: 'built' }>,
  faction: string,
  points: number,
): { text: string; names: string[] } {
  const counts = new Map<string, number>();
  for (const { units } of list.forces) {
    for (const { name, number = 1 } of units) counts.set(name, (counts.get(name) ?? 0) + number);
  }
  const names = [...counts.keys()].slice(0, MAX_CITED);
  const units = [...counts].map(([name, count], at) => `${count} ${name}${at < MAX_CITED ? ` [${at + 1}]` : ''}`);
  const forces = list.forces.map(({ force }) => force).join(', ');
  return {
    text: `A legal list to build for ${faction} (${forces}) within ${points} points: ${units.join(', ')}. It costs ${said(costs)}.`,
    names,
  };
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
