import type { Passage } from '@arbiter/contracts';
import { armyChoices, type ArmyChoice } from '../roster/index.js';
import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedDetachments } from './asked/asked-about.js';
import { Faction } from './list-inputs.js';
import { incomplete } from './points-calculator.tool.js';
import { inTurn, UnitPassages } from './unit-passages.js';
import { QuestionTool } from './question-tool.js';

const Inputs = z.strictObject({ faction: Faction });

/** Detachments that are told by name; the faction with the most has some thirty. */
const MAX_NAMED = 40;

export class DetachmentLookupTool extends QuestionTool<typeof Inputs> {
  readonly name = 'detachment-lookup';
  override readonly aliases = ['detachment_lookup'];
  readonly description = 'Lists the detachments of a faction. Use it when a question asks which detachments there are.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 10_000;
  protected readonly asked = askedDetachments;

  async *execute(
    _tree: TreeData,
    { faction: name }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const { data, faction, missing } = await this.books.open(name, call);
    const detachments = armyChoices(data).filter(({ of }) => /detachment/i.test(of));
    if (detachments.length === 0) {
      yield new RecoverableError({
        message: `The data name no detachment of ${faction.name}.`,
        suggestion: 'Search for it.',
      });
      return;
    }
    const passages = new UnitPassages(this.library, call);
    const shown = detachments.slice(0, MAX_NAMED);
    const rest = detachments.length > shown.length ? `, and ${detachments.length - shown.length} more` : '';
    const named = shown.map((one, at) => `${one.name} [${at + 1}]`).join(', ');
    const cite = async ({ id, name: detachment }: ArmyChoice): Promise<Passage> => {
      const options = await this.books.shelf.find({ name: detachment, type: 'option' }, call);
      const option = options.find(({ attributes }) => attributes.id === id);
      return passages.lineOf(option ?? faction, detachment);
    };
    yield new Result({
      objects: detachments.map(({ name: detachment }) => ({ detachment })),
      name: 'detachments',
      payloadType: 'entity',
      metadata: { faction: faction.name, ...incomplete(missing) },
      llmMessage: `${faction.name} has {num_objects} detachments.`,
      statement: {
        text: `The detachments of ${faction.name} are ${named}${rest}. The data say what each does, not which one wins.`,
        passages: await inTurn(shown, cite),
      },
    });
  }
}
