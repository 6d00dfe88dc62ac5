import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedRule } from './asked/asked-rules.js';
import { QuestionTool } from './question-tool.js';
import { quoteRule, ruleCalled } from './rule-books.js';
import { UnitPassages } from './unit-passages.js';

const Inputs = z.strictObject({ rule: z.string().min(1).max(200).describe('Name of a rule or an ability.') });

export class RuleLookupTool extends QuestionTool<typeof Inputs> {
  readonly name = 'rule-lookup';
  override readonly aliases = ['rule_lookup'];
  readonly description =
    'Quotes a rule by its name, such as "Deep Strike". Use it when a question asks what a rule says.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 10_000;
  protected readonly asked = askedRule;

  async *execute(
    _tree: TreeData,
    { rule: name }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const rule = await ruleCalled(name, this.books, call);
    if (!rule) {
      yield new RecoverableError({ message: `There is no rule "${name}".`, suggestion: 'Search for its words.' });
      return;
    }
    const { text, passage } = await quoteRule(rule, new UnitPassages(this.library, call));
    yield new Result({
      objects: [{ rule: rule.name, text }],
      name: 'rule',
      payloadType: 'entity',
      metadata: { rule: rule.name },
      llmMessage: `Found the rule ${rule.name}.`,
      statement: { text: `${text} [1].`, passages: [passage] },
    });
  }
}
