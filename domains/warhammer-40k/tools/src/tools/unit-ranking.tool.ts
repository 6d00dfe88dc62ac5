import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedRanking } from './asked/asked-rules.js';
import { Faction } from './list-inputs.js';
import { said } from './points-calculator.tool.js';
import { QuestionTool } from './question-tool.js';
import { inTurn, MAX_CITED, UnitPassages } from './unit-passages.js';

const Inputs = z.strictObject({
  range: z.enum(['ranged', 'melee']).describe('"ranged" for firepower, "melee" for close combat.'),
  faction: Faction.exactOptional(),
});

const Attributes = z.object({
  id: z.string(),
  costs: z.record(z.string(), z.number()),
  output: z.object({ ranged: z.number(), melee: z.number() }),
});

/** Units that are told. */
const TOLD = 8;
/** Units that are out of print, by the remark that data sets put after the name. */
const OUT_OF_PRINT = /\[legends\]$/i;

export class UnitRankingTool extends QuestionTool<typeof Inputs> {
  readonly name = 'unit-ranking';
  override readonly aliases = ['unit_ranking'];
  readonly description =
    'Lists the units whose weapons do most, at a distance or hand to hand. Use it when a question asks which units have much firepower.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 15_000;
  protected readonly asked = askedRanking;

  async *execute(
    _tree: TreeData,
    { range, faction: name }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const [any] = await this.books.shelf.find({ type: 'faction', limit: 1 }, call);
    const faction = name === undefined ? undefined : await this.books.faction(name, call);
    const collection = faction?.collection ?? any?.collection;
    const units = collection === undefined ? [] : await this.books.shelf.all('unit', collection, call);
    const own = faction && (await this.books.ownUnits(faction, call));
    const ranked = units
      .flatMap((unit) => {
        const { data } = Attributes.safeParse(unit.attributes);
        return data ? [{ unit, ...data, does: data.output[range] }] : [];
      })
      .filter(({ unit, does }) => does > 0 && !OUT_OF_PRINT.test(unit.name))
      .filter(({ id }) => !own || own.has(id))
      .sort((a, b) => b.does - a.does)
      .slice(0, Math.min(TOLD, MAX_CITED));
    if (ranked.length === 0) {
      const message = `The data tell of no ${range} weapons of ${faction?.name ?? 'any unit'}.`;
      yield new RecoverableError({ message, suggestion: 'Search for the words of the question.' });
      return;
    }
    const passages = new UnitPassages(this.library, call);
    const of = faction ? ` of ${faction.name}` : '';
    const lines = ranked.map(({ unit, costs, does }, at) => `- ${unit.name}: ${does} for ${said(costs)} [${at + 1}]`);
    yield new Result({
      objects: ranked.map(({ unit, costs, does }) => ({ unit: unit.name, [range]: does, costs })),
      name: 'ranking',
      payloadType: 'table',
      metadata: { range, ...(faction && { faction: faction.name }) },
      llmMessage: `Ranked {num_objects} units by their ${range} weapons.`,
      statement: {
        text: [
          `These units${of} have the most ${range === 'ranged' ? 'firepower' : 'output in close combat'}, in their smallest form:`,
          lines.join('\n'),
          'It is reckoned as attacks × chance to hit × damage of all their weapons, before armour.',
        ].join('\n\n'),
        passages: await inTurn(ranked, ({ unit }) => passages.lineOf(unit, 'Cost: ')),
      },
    });
  }
}
