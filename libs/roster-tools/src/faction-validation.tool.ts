import { validateRoster } from '@arbiter/roster';
import { BaseMcpTool, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import type { ArmyBooks } from './army-books.js';
import { Faction, ForceName, Points, Units } from './list-inputs.js';
import { incomplete } from './points-calculator.tool.js';
import { readArmy } from './read-army.js';

const Inputs = z.strictObject({ faction: Faction, force: ForceName, points: Points.exactOptional(), units: Units });

export class FactionValidationTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'faction-validation';
  override readonly aliases = ['faction_validation'];
  readonly description =
    'Checks an army list against the rules for building it: points, forces, categories, sizes of units, unique units, options. Use it before a list is called legal, and to say what is wrong with one.';
  readonly inputSchema = Inputs;
  override readonly cacheable = true;
  override readonly timeoutMs = 60_000;

  constructor(private readonly books: ArmyBooks) {
    super();
  }

  async *execute(
    _tree: TreeData,
    inputs: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const { roster, unknown, book } = await readArmy(inputs, this.books, call);
    const { legal, violations, costs, ignored } = validateRoster(roster);
    const isLegal = legal && unknown.length === 0;
    const broken = [...unknown.map((message) => ({ kind: 'unknown', message })), ...violations];
    yield new Result({
      objects: [{ legal: isLegal, costs, violations: broken, warnings: ignored.map((one) => `Not followed: ${one}.`) }],
      name: 'verdict',
      payloadType: 'result',
      metadata: { faction: book.faction.name, legal: isLegal, ...incomplete(book.missing) },
      llmMessage: isLegal
        ? 'The list is legal.'
        : `The list is not legal: ${broken.map(({ message }) => message).join(' ')}`,
    });
  }
}
