import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedCharacteristic } from './asked/asked-characteristic.js';
import { isShortFor } from './short-for.js';
import { UnitPassages } from './unit-passages.js';
import { QuestionTool } from './question-tool.js';

const Inputs = z.strictObject({
  unit: z.string().min(1).max(200).describe('Name of a unit, or the beginning of one.'),
  characteristic: z.string().min(1).max(40).describe('Such as "Toughness", or as the data shorten it: "T".'),
});

/** Profiles of a unit, as they are kept with its entity. */
export const Profiles = z.array(
  z.object({ name: z.string(), type: z.string(), characteristics: z.record(z.string(), z.string()) }),
);

export class ProfileLookupTool extends QuestionTool<typeof Inputs> {
  readonly name = 'profile-lookup';
  override readonly aliases = ['profile_lookup'];
  readonly description =
    'Looks up one value of the profile of a unit, such as its Toughness. Use it when a question asks for a characteristic of a unit.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 10_000;
  protected readonly asked = askedCharacteristic;

  async *execute(
    _tree: TreeData,
    { unit: name, characteristic }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const unit = await this.books.unit(name, call);
    if (!unit) {
      yield new RecoverableError({ message: `There is no unit "${name}".`, suggestion: 'Search for it by its words.' });
      return;
    }
    const found = (Profiles.safeParse(unit.attributes.profiles).data ?? []).flatMap((profile) =>
      Object.entries(profile.characteristics)
        .filter(([short]) => isShortFor(short, characteristic))
        .map(([short, value]) => ({ profile: profile.name, type: profile.type, characteristic: short, value })),
    );
    if (found.length === 0) {
      const message = `The profile of ${unit.name} has no "${characteristic}".`;
      yield new RecoverableError({ message, suggestion: 'Search for the words of the question.' });
      return;
    }
    const passages = new UnitPassages(this.library, call);
    const cited = await Promise.all(found.map(({ type, profile }) => passages.lineOf(unit, `${type}: ${profile}`)));
    const lines = found.map(({ profile, characteristic: short, value }, at) => {
      const called = short.toLowerCase() === characteristic.toLowerCase() ? short : `${characteristic} (${short})`;
      return `The ${called} of ${profile} is ${value} [${at + 1}].`;
    });
    yield new Result({
      objects: found,
      name: 'profile',
      payloadType: 'entity',
      metadata: { unit: unit.name, characteristic },
      llmMessage: 'Found {num_objects} values of {unit} for "{characteristic}".',
      statement: { text: lines.join(' '), passages: cited },
    });
  }
}
