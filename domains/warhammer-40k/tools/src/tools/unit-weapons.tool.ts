import type { EntityDescription } from '@arbiter/contracts';
import { availableBelow, findUnits, rangeOf, type DataSet, type ResolvedEntry } from '../catalogue/index.js';
import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedWeapons } from './asked/asked-about.js';
import { incomplete } from './points-calculator.tool.js';
import { UnitPassages } from './unit-passages.js';
import { QuestionTool } from './question-tool.js';

const Inputs = z.strictObject({ unit: z.string().min(1).max(200).describe('Name of a unit.') });

/** Choices within choices that are followed. */
const MAX_LEVELS = 8;

export class UnitWeaponsTool extends QuestionTool<typeof Inputs> {
  readonly name = 'unit-weapons';
  override readonly aliases = ['unit_weapons'];
  readonly description =
    'Lists the weapons that a unit has or can be given. Use it when a question asks what a unit can take.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 30_000;
  protected readonly asked = askedWeapons;

  async *execute(
    _tree: TreeData,
    { unit: name }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const unit = await this.books.unit(name, call);
    const book = unit && (await this.books.openFor(unit, call));
    const entry = book && findUnits(book.data.primary).find(({ id }) => id === unit.attributes.id);
    const weapons = entry ? weaponsOf(entry, book.data) : [];
    if (!unit || !book || weapons.length === 0) {
      const message = unit ? `The data name no weapons of ${unit.name}.` : `There is no unit "${name}".`;
      yield new RecoverableError({ message, suggestion: 'Search for it by its words.' });
      return;
    }
    const passages = new UnitPassages(this.library, call);
    yield new Result({
      objects: weapons.map(({ weapon, range }) => ({ weapon, range })),
      name: 'weapons',
      payloadType: 'table',
      metadata: { unit: unit.name, ...incomplete(book.missing) },
      llmMessage: `${unit.name} can take {num_objects} weapons.`,
      statement: { text: said(unit, weapons), passages: [await passages.wholeOf(unit)] },
    });
  }
}

interface Weapon {
  readonly weapon: string;
  readonly range: 'ranged' | 'melee';
}

/** "Ranged: Longbow, Sling. Melee: Spear." */
function said({ name }: EntityDescription, weapons: readonly Weapon[]): string {
  const named = (range: string): string =>
    weapons
      .filter((one) => one.range === range)
      .map(({ weapon }) => weapon)
      .join(', ');
  const parts = [
    ['ranged', named('ranged')],
    ['melee', named('melee')],
  ].filter(([, names]) => names !== '');
  return `The weapons that ${name} can take: ${parts.map(([range, names]) => `${range}: ${names}`).join('; ')} [1].`;
}

/** Each once, by name, in the order of the data. */
function weaponsOf(unit: ResolvedEntry, data: DataSet): Weapon[] {
  const found = new Map<string, Weapon>();
  const visit = (entry: ResolvedEntry, level: number): void => {
    for (const profile of entry.profiles) {
      const range = rangeOf(profile);
      // Its choice is what people call it: a profile may be one of its modes.
      if (range && entry !== unit) found.set(`${entry.name} ${range}`, { weapon: entry.name, range });
    }
    if (level === MAX_LEVELS) return;
    for (const { entry: child } of availableBelow(entry, data).entries) visit(child, level + 1);
  };
  visit(unit, 0);
  return [...found.values()];
}
