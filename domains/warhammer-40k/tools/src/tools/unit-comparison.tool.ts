import type { EntityDescription } from '@arbiter/contracts';
import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedComparison } from './asked/asked-about.js';
import { said } from './points-calculator.tool.js';
import { Profiles } from './profile-lookup.tool.js';
import { UnitPassages } from './unit-passages.js';
import { QuestionTool } from './question-tool.js';

const Name = z.string().min(1).max(200);
const Inputs = z.strictObject({ units: z.tuple([Name, Name]).describe('Names of two units.') });

export class UnitComparisonTool extends QuestionTool<typeof Inputs> {
  readonly name = 'unit-comparison';
  override readonly aliases = ['unit_comparison'];
  readonly description =
    'Puts the costs and the profiles of two units side by side. Use it when a question asks which of two units is better.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 10_000;
  protected readonly asked = askedComparison;

  async *execute(
    _tree: TreeData,
    { units: names }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const passages = new UnitPassages(this.library, call);
    const units: Compared[] = [];
    for (const name of names) {
      const unit = await this.books.unit(name, call);
      const [profile] = Profiles.safeParse(unit?.attributes.profiles).data ?? [];
      if (!unit || !profile) {
        const message = unit ? `The data have no profile of ${unit.name}.` : `There is no unit "${name}".`;
        yield new RecoverableError({ message, suggestion: 'Search for both by their words.' });
        return;
      }
      const cited = await Promise.all([
        passages.lineOf(unit, 'Cost: '),
        passages.lineOf(unit, `${profile.type}: ${profile.name}`),
      ]);
      units.push({ unit, characteristics: profile.characteristics, cited });
    }
    const text = [...units.map((one, at) => describe(one, at)), difference(units), UNDECIDED].filter(
      (one) => one !== '',
    );
    yield new Result({
      objects: units.map(({ unit, characteristics }) => ({
        unit: unit.name,
        costs: unit.attributes.costs,
        characteristics,
      })),
      name: 'comparison',
      payloadType: 'table',
      metadata: { units: units.map(({ unit }) => unit.name) },
      llmMessage: 'Compared {num_objects} units by their costs and profiles.',
      statement: { text: text.join(' '), passages: units.flatMap(({ cited }) => cited) },
    });
  }
}

const UNDECIDED =
  'Which is better depends on what it is for: the data say what units cost and can do, not how strong they are.';

interface Compared {
  readonly unit: EntityDescription;
  readonly characteristics: Readonly<Record<string, string>>;
  /** Its line of costs and that of its profile. */
  readonly cited: Awaited<ReturnType<UnitPassages['lineOf']>>[];
}

/** "Monolith costs 400 pts [1] and has T 14, W 20 [2]." */
function describe({ unit, characteristics }: Compared, at: number): string {
  const values = Object.entries(characteristics).map(([name, value]) => `${name} ${value}`);
  return `${unit.name} costs ${said(costsOf(unit))} [${2 * at + 1}] and has ${values.join(', ')} [${2 * at + 2}].`;
}

function costsOf({ attributes: { costs } }: EntityDescription): Readonly<Record<string, unknown>> {
  return typeof costs === 'object' && costs !== null ? { ...costs } : {};
}

/** Values that are plain numbers; a roll such as "3+" is the better the lower it is, so that its figures say enough. */
function difference([first, second]: readonly Compared[]): string {
  if (!first || !second) return '';
  const higher = (one: Compared, other: Compared): string => {
    const columns = Object.entries(one.characteristics).flatMap(([name, value]) => {
      const [own, others] = [numberIn(value), numberIn(other.characteristics[name])];
      return own !== undefined && others !== undefined && own > others
        ? [`${name} (${value} against ${other.characteristics[name] ?? ''})`]
        : [];
    });
    return columns.length === 0 ? '' : `${one.unit.name} has more ${columns.join(', ')}.`;
  };
  return [higher(first, second), higher(second, first)].filter((one) => one !== '').join(' ');
}

/** "12" → 12, '10"' → 10; undefined for what is no plain number */
function numberIn(value: string | undefined): number | undefined {
  const [, digits] = /^(\d{1,4})["”]?$/.exec(value?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}
