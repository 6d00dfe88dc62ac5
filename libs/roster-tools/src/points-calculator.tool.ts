import { ArmyState, type Roster, type Selection } from '@arbiter/roster';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import type { ArmyBooks } from './army-books.js';
import { Faction, ForceName, Units } from './list-inputs.js';
import { readArmy } from './read-army.js';

const Inputs = z.strictObject({ faction: Faction, force: ForceName, units: Units });

export class PointsCalculatorTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'points-calculator';
  override readonly aliases = ['points_calculator'];
  readonly description =
    'Adds up what units cost at their size and with their options, as the data say. Use it when a question gives units and asks for the points of each or of all.';
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
    if (unknown.length > 0) {
      yield new RecoverableError({ message: unknown.join(' '), suggestion: 'Look up the names with points-lookup.' });
      return;
    }
    const state = new ArmyState(roster);
    const types = book.data.catalogues.flatMap(({ costTypes }) => costTypes);
    const costsOf = (node: Roster | Selection): Record<string, number> =>
      Object.fromEntries(
        types.map(({ id, name }) => [name, state.totalOf(node, id)] as const).filter(([, value]) => value !== 0),
      );
    const units = roster.children.flatMap(({ children }) => children);
    yield new Result({
      objects: units.map((unit) => ({ unit: unit.entry.name, costs: costsOf(unit) })),
      name: 'costs',
      payloadType: 'table',
      metadata: { faction: book.faction.name, total: costsOf(roster), ...incomplete(book.missing) },
      llmMessage: `The {num_objects} units cost ${said(costsOf(roster))} in all.`,
    });
  }
}

/** { pts: 95, CP: 1 } → "95 pts and 1 CP" */
export function said(costs: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(costs).map(([name, value]) => `${String(value)} ${name}`);
  return parts.length === 0 ? 'nothing' : parts.join(' and ');
}

/** What a result says of catalogues that the library does not hold. */
export function incomplete(missing: readonly string[]): { degraded?: readonly string[] } {
  return missing.length === 0 ? {} : { degraded: missing.map((id) => `catalogue ${id} is not in the library`) };
}
