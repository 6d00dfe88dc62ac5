import type { EntityDescription } from '@arbiter/contracts';
import { ArmyState, type Roster, type Selection } from '../roster/index.js';
import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedPoints } from './asked/asked-points.js';
import { inTurn, MAX_CITED, UnitPassages } from './unit-passages.js';
import { Faction, ForceName, Units } from './list-inputs.js';
import { isCalled, readArmy, type ImpossibleSize } from './read-army.js';
import { QuestionTool } from './question-tool.js';

const Inputs = z.strictObject({ faction: Faction.exactOptional(), force: ForceName, units: Units });

export class PointsCalculatorTool extends QuestionTool<typeof Inputs> {
  readonly name = 'points-calculator';
  override readonly aliases = ['points_calculator'];
  readonly description =
    'Adds up what units cost at their size and with their options, as the data say. Use it when a question gives units and asks for the points of each or of all.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 60_000;
  protected readonly asked = askedPoints;

  async *execute(
    _tree: TreeData,
    inputs: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const { roster, unknown, book, described, sizes } = await readArmy(inputs, this.books, call, true);
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
    const passages = new UnitPassages(this.library, call);
    const cited = await inTurn(described.slice(0, MAX_CITED), (unit) => passages.lineOf(unit, 'Cost: '));
    yield new Result({
      statement: {
        text: [
          ...sizes.map((size) => sayNoSuchSize(size, described)),
          stated(units, costsOf, said(costsOf(roster)), described),
        ].join(' '),
        passages: cited,
      },
      objects: units.map((unit) => ({ unit: unit.entry.name, costs: costsOf(unit) })),
      name: 'costs',
      payloadType: 'table',
      metadata: { faction: book.faction.name, total: costsOf(roster), ...incomplete(book.missing) },
      llmMessage: `The {num_objects} units cost ${said(costsOf(roster))} in all.`,
    });
  }
}

/** "A unit of Thornguard has 5 to 10 models [1], so there is none of 2." */
function sayNoSuchSize({ name, wanted, least, most }: ImpossibleSize, described: readonly EntityDescription[]): string {
  const marker = described.slice(0, MAX_CITED).findIndex((one) => isCalled(one, name)) + 1;
  const models = least === most ? `${least} models` : `${least} to ${most} models`;
  return `A unit of ${name} has ${models}${marker > 0 ? ` [${marker}]` : ''}, so there is none of ${wanted}.`;
}

/** "A unit of 10 Thornguard costs 90 pts [1]. 2 Root Mother cost 120 pts each [2]. In all, the 3 units cost 330 pts." */
function stated(
  units: readonly Selection[],
  costsOf: (unit: Selection) => Readonly<Record<string, number>>,
  total: string,
  described: readonly EntityDescription[],
): string {
  const groups = new Map<string, { name: string; cost: string; models: number; number: number; entry: Entry }>();
  for (const unit of units) {
    const [name, cost, models] = [unit.entry.name, said(costsOf(unit)), modelsOf(unit)];
    const key = `${name} ${models} ${cost}`;
    const group = groups.get(key) ?? { name, cost, models, number: 0, entry: unit.entry };
    groups.set(key, { ...group, number: group.number + 1 });
  }
  const lines = [...groups.values()].map(({ name, cost, models, number, entry }) => {
    const marker = described.slice(0, MAX_CITED).findIndex((one) => isCalled(one, name)) + 1;
    const one = models > 1 ? `A unit of ${models} ${name}` : isUnique(entry) ? name : `${articleOf(name)} ${name}`;
    const several = models > 1 ? `${number} units of ${models} ${name}` : `${number} ${name}`;
    const what = number === 1 ? `${one} costs ${cost}` : `${several} cost ${cost} each`;
    return `${what}${marker > 0 ? ` [${marker}]` : ''}.`;
  });
  return units.length === 1 ? lines.join(' ') : `${lines.join(' ')} In all, the ${units.length} units cost ${total}.`;
}

type Entry = Selection['entry'];

/** Whether a list may hold it once, as it may a hero: then its name is that of a person. */
function isUnique({ constraints }: Entry): boolean {
  return constraints.some(({ type, scope, value }) => type === 'max' && scope !== 'parent' && value === 1);
}

function articleOf(name: string): string {
  return /^[aeiou]/i.test(name) ? 'An' : 'A';
}

/** Models of a unit; 1 for what is a model itself. */
function modelsOf({ entry, children }: Selection): number {
  if (entry.kind === 'entry' && entry.type === 'model') return 1;
  return children.reduce(
    (sum, child) => sum + (child.ids.has('model') ? child.number : child.number * modelsOf(child)),
    0,
  );
}

/** { pts: 95, CP: 1 } → "95 pts and 1 CP" */
export function said(costs: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(costs).map(([name, value]) => `${String(value)} ${name}`);
  return parts.length === 0 ? 'nothing' : parts.join(' and ');
}

/** Reports catalogues that the library lacks. */
export function incomplete(missing: readonly string[]): { degraded?: readonly string[] } {
  return missing.length === 0 ? {} : { degraded: missing.map((id) => `catalogue ${id} is not in the library`) };
}
