import type { EntityDescription } from '@arbiter/contracts';
import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedDetachments } from './asked/asked-about.js';
import { Faction } from './list-inputs.js';
import { MAX_CITED, UnitPassages } from './unit-passages.js';
import { QuestionTool } from './question-tool.js';

const Inputs = z.strictObject({ faction: Faction });

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
    const faction = await this.books.faction(name, call);
    const detachments = (await this.books.all('option', faction.collection, call)).filter((one) => isOf(one, faction));
    if (detachments.length === 0) {
      yield new RecoverableError({
        message: `The data name no detachment of ${faction.name}.`,
        suggestion: 'Search for it.',
      });
      return;
    }
    const passages = new UnitPassages(this.operations, call);
    const shown = detachments.slice(0, MAX_CITED);
    const named = shown.map((one, at) => `${one.name} [${at + 1}]`).join(', ');
    yield new Result({
      objects: detachments.map(({ name: detachment }) => ({ detachment })),
      name: 'detachments',
      payloadType: 'entity',
      metadata: { faction: faction.name },
      llmMessage: `${faction.name} has {num_objects} detachments.`,
      statement: {
        text: `The detachments of ${faction.name} are ${named}. The data say what each does, not which one wins.`,
        passages: await Promise.all(shown.map((one) => passages.lineOf(one, one.name))),
      },
    });
  }
}

function isOf({ documentId, attributes }: EntityDescription, faction: EntityDescription): boolean {
  return documentId === faction.documentId && typeof attributes.of === 'string' && /detachment/i.test(attributes.of);
}
