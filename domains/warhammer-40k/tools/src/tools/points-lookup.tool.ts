import {
  BaseMcpTool,
  RecoverableError,
  Result,
  type ToolCall,
  type ToolLibrary,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import { ArmyBooks } from './army-books.js';

/** Units that may be meant by one name. */
const MAX_FOUND = 5;

const Inputs = z.strictObject({
  unit: z.string().min(1).max(200).describe('Name of a unit, or the beginning of one.'),
  faction: z.string().min(1).max(200).exactOptional().describe('Only units of this faction or library.'),
});

export class PointsLookupTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'points-lookup';
  override readonly aliases = ['points_lookup'];
  readonly description =
    'Looks up what a unit of an army costs, with its keywords. Use it when a question asks for the points of a unit.';
  readonly inputSchema = Inputs;
  override readonly cacheable = true;
  override readonly timeoutMs = 10_000;

  private readonly books: ArmyBooks;

  constructor(library: ToolLibrary) {
    super();
    this.books = new ArmyBooks(library);
  }

  async *execute(
    _tree: TreeData,
    { unit, faction }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const found = await this.books.shelf.find({ name: unit, type: 'unit', limit: MAX_FOUND }, call);
    const wanted = found.filter(({ attributes }) => faction === undefined || isOf(attributes.catalogue, faction));
    if (wanted.length === 0) {
      const of = faction === undefined ? '' : ` of ${faction}`;
      yield new RecoverableError({
        message: `There is no unit "${unit}"${of}.`,
        suggestion: 'Search for it by its words.',
      });
      return;
    }
    yield new Result({
      objects: wanted.map(({ name, attributes, collection, documentId, start, end }) => ({
        unit: name,
        catalogue: attributes.catalogue,
        costs: attributes.costs,
        keywords: attributes.keywords,
        source: { collection, documentId, start, end },
      })),
      name: 'points',
      payloadType: 'entity',
      metadata: { unit },
      llmMessage: 'Found {num_objects} units called "{unit}" with their costs.',
    });
  }
}

function isOf(catalogue: unknown, faction: string): boolean {
  return typeof catalogue === 'string' && catalogue.toLowerCase().includes(faction.toLowerCase());
}
