import { completeList } from '../roster/index.js';
import { Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedVerdict } from './asked/asked-verdict.js';
import { inTurn, MAX_CITED, UnitPassages } from './unit-passages.js';
import { Faction, ForceName, Points, Units } from './list-inputs.js';
import { incomplete, said } from './points-calculator.tool.js';
import { readArmy } from './read-army.js';
import { QuestionTool } from './question-tool.js';

const Inputs = z.strictObject({
  faction: Faction.exactOptional(),
  force: ForceName,
  points: Points.exactOptional(),
  units: Units,
});

/** { pts: 350 } → " and costs 350 pts" */
function costOf(costs: Readonly<Record<string, number>>): string {
  return Object.keys(costs).length === 0 ? '' : ` and costs ${said(costs)}`;
}

/** " What it leaves open can be chosen so: Detachment: Gladius Task Force; Warlord: Captain." */
function sayChosen(chosen: readonly string[]): string {
  return chosen.length === 0 ? '' : ` What it leaves open can be chosen so: ${chosen.join('; ')}.`;
}

export class FactionValidationTool extends QuestionTool<typeof Inputs> {
  readonly name = 'faction-validation';
  override readonly aliases = ['faction_validation'];
  readonly description =
    'Checks an army list against the rules for building it: points, forces, categories, sizes of units, unique units, options. Use it before a list is called legal, and to say what is wrong with one.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 60_000;
  protected readonly asked = askedVerdict;

  async *execute(
    _tree: TreeData,
    inputs: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const { list, unknown, book, described } = await readArmy(inputs, this.books, call);
    // A written list names its units; its detachment, the size of the battle and the warlord are often left open.
    const { verdict: found, chosen } = completeList(list, book.data);
    const { legal, violations, costs, ignored } = found;
    const isLegal = legal && unknown.length === 0;
    const broken = [...unknown.map((message) => ({ kind: 'unknown', message })), ...violations];
    const verdict = isLegal
      ? `The list is legal: it breaks no rule of ${book.faction.name}.${sayChosen(chosen)}`
      : `The list is not legal: ${broken.map(({ message }) => message).join(' ')}`;
    const passages = new UnitPassages(this.library, call);
    const cited = await inTurn(described.slice(0, MAX_CITED), (unit) => passages.lineOf(unit, 'Cost: '));
    const units = described.slice(0, MAX_CITED).map(({ name }, at) => `${name} [${at + 1}]`);
    yield new Result({
      statement: { text: `${verdict} It holds ${units.join(', ')}${costOf(costs)}.`, passages: cited },
      objects: [
        { legal: isLegal, costs, violations: broken, chosen, warnings: ignored.map((one) => `Not followed: ${one}.`) },
      ],
      name: 'verdict',
      payloadType: 'result',
      metadata: { faction: book.faction.name, legal: isLegal, ...incomplete(book.missing) },
      llmMessage: verdict,
    });
  }
}
