import {
  RecoverableError,
  Result,
  StatusUpdate,
  type ToolCall,
  type ToolLibrary,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedList } from './asked/asked-list.js';
import { describeList } from './describe-list.js';
import { ListBuilding } from './list-building.js';
import { inTurn, UnitPassages } from './unit-passages.js';
import { Faction, ForceName, Points } from './list-inputs.js';
import { incomplete, said } from './points-calculator.tool.js';
import { QuestionTool } from './question-tool.js';

const Inputs = z.strictObject({
  faction: Faction,
  points: Points,
  force: ForceName,
  required: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        number: z.int().min(1).max(1_000).exactOptional().describe('Of models where a unit can have so many.'),
        models: z.int().min(1).max(1_000).exactOptional().describe('Of each unit; the number is one of units then.'),
      }),
    )
    .max(50)
    .default([])
    .describe('Units that must be in the list.'),
  excluded: z
    .array(z.string().min(1).max(200))
    .max(200)
    .default([])
    .describe('Units that must not be in it, or categories such as "vehicles".'),
  chosen: z
    .array(z.string().min(1).max(200))
    .max(10)
    .default([])
    .describe('Choices for the whole army that must be made, such as its detachment.'),
  emphasis: z
    .string()
    .min(1)
    .max(40)
    .exactOptional()
    .describe('What the list is to be strong in: "ranged" or "melee" weapons, or a category such as "vehicles".'),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31)
    .default(1)
    .describe('Another seed gives another list of the same kind.'),
});

/**
 * The limit counts steps, not time: a busy machine finds the same list as a quiet one, only later. In generated data of the
 * published size, four armies have their first legal list after 57 to 100 steps. A step of improvement takes 1 to 3 ms
 * (`node tools/bench/dist/main.js tabletop`).
 */
const IMPROVEMENT_STEPS = 2_000;
/** Limit for searches with few legal lists or none: 20 s on a quiet machine. */
const MAX_STEPS = 10_000;

export class ListBuilderTool extends QuestionTool<typeof Inputs> {
  readonly name = 'list-builder';
  override readonly aliases = ['list_builder'];
  readonly description =
    'Builds a legal army list for a limit of points, with given units in it, or says which rules make that impossible. Use it when a question asks for a list.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 60_000;
  protected readonly asked = askedList;

  private readonly lists = new ListBuilding();

  /** @param maxSteps of a search for a list */
  constructor(
    library: ToolLibrary,
    private readonly maxSteps = MAX_STEPS,
  ) {
    super(library);
  }

  async *execute(
    _tree: TreeData,
    { faction, points, ...request }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    yield new StatusUpdate(`Reading what an army of ${faction} may hold…`);
    const book = await this.books.texts(faction, call);
    yield new StatusUpdate('Building a list…');
    const bounds = { maxSteps: this.maxSteps, improvementSteps: IMPROVEMENT_STEPS };
    const task = { catalogues: book.catalogues, request: { ...request, limit: points, ...bounds } };
    const built = await this.library.record('list-building', () => this.lists.build(task, call), call);
    const passages = new UnitPassages(this.library, call);
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
    const { text, cited } = describeList(built, { faction: book.faction.name, points, ...request });
    const lines = await inTurn(cited, async (one) => {
      const unit = await this.books.unitOf(one, call);
      return passages.lineOf(unit ?? book.faction, unit ? 'Cost: ' : book.faction.name);
    });
    yield new Result({
      statement: { text, passages: lines },
      objects: [
        { list: built.list, units: built.units, choices: built.choices, costs: built.costs, isBest: built.isBest },
      ],
      name: 'list',
      payloadType: 'result',
      metadata: { faction: book.faction.name, points, steps: built.steps, ...incomplete(book.missing) },
      llmMessage: `Built a legal list of ${said(built.costs)} for ${points}.`,
    });
  }
}
