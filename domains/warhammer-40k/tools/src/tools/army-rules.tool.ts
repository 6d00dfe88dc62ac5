import type { EntityDescription } from '@arbiter/contracts';
import { smallestBattleFor, type Catalogue, type Constraint } from '../catalogue/index.js';
import { forcesOf } from '../roster/index.js';
import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedArmyRules } from './asked/asked-about.js';
import { Points } from './list-inputs.js';
import { UnitPassages } from './unit-passages.js';
import { QuestionTool } from './question-tool.js';

const Inputs = z.strictObject({ points: Points });

/** Factions that are named as examples. */
const EXAMPLES = 3;

export class ArmyRulesTool extends QuestionTool<typeof Inputs> {
  readonly name = 'army-rules';
  override readonly aliases = ['army_rules'];
  readonly description =
    'Says step by step how an army of a number of points is built, by the rules of the game system. Use it when a question asks how to build an army.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 10_000;
  protected readonly asked = askedArmyRules;

  async *execute(
    _tree: TreeData,
    { points }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const [system] = await this.books.shelf.find({ type: 'game-system', limit: 1 }, call);
    if (!system) {
      yield new RecoverableError({ message: 'There is no game system.', suggestion: 'Search for the rules.' });
      return;
    }
    const { data } = await this.books.openOf(system, call);
    const factions = await this.books.shelf.all('faction', system.collection, call);
    const passages = new UnitPassages(this.library, call);
    const steps = stepsFor(points, data.primary, factions);
    const cited = await Promise.all(
      steps.map(({ words }) => passages.lineOf({ ...system, start: 0, end: Number.MAX_SAFE_INTEGER }, words)),
    );
    yield new Result({
      objects: steps.map(({ text }) => ({ step: text })),
      name: 'army-rules',
      payloadType: 'result',
      metadata: { gameSystem: system.name, points },
      llmMessage: `The rules of ${system.name} for an army of ${points} points, in {num_objects} steps.`,
      statement: { text: steps.map(({ text }, at) => `${at + 1}. ${text} [${at + 1}]`).join('\n'), passages: cited },
    });
  }
}

interface Step {
  readonly text: string;
  /** Of the line that it rests on. */
  readonly words: string;
}

function stepsFor(points: number, system: Catalogue, factions: readonly EntityDescription[]): Step[] {
  const battle = smallestBattleFor(points, system);
  const force = forcesOf({ catalogues: [system] }).find(({ hidden }) => !hidden);
  const named = factions.slice(0, EXAMPLES).map(({ name }) => name);
  const limits = [
    ...(force?.categoryLinks ?? []).map(({ name, constraints }) => ({ name, constraints })),
    ...system.categoryEntries,
  ].flatMap(({ name, constraints }) => {
    const said = sayLimits(constraints);
    return said === '' ? [] : [{ name, said }];
  });
  return [
    ...(battle === undefined ? [] : [{ text: `Choose the size of the battle: ${battle}.`, words: battle }]),
    {
      text: `Choose a faction${named.length === 0 ? '' : `, such as ${named.join(', ')}`}, and its detachment where it has one.`,
      words: system.name,
    },
    ...limits.map(({ name, said }) => ({ text: `Take ${said} ${name}.`, words: `${name}: ` })),
    {
      text: `Add units of the faction until ${points} points are spent, none more often than its data allow. "Make me a ${points} point ${factionName(factions[0])} list" does it.`,
      words: force?.name ?? system.name,
    },
  ];
}

function sayLimits(constraints: readonly Constraint[]): string {
  const valueOf = (type: 'min' | 'max'): number | undefined =>
    constraints.find((one) => one.type === type && one.field === 'selections' && one.value > 0)?.value;
  const [least, most] = [valueOf('min'), valueOf('max')];
  if (least === undefined) return most === undefined ? '' : `at most ${most}`;
  return least === most ? `exactly ${least}` : `at least ${least}`;
}

function factionName(faction: EntityDescription | undefined): string {
  return faction?.aliases[0] ?? faction?.name ?? '…';
}
