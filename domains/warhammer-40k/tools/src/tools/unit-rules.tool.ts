import type { EntityDescription, Passage } from '@arbiter/contracts';
import { foldName } from '../catalogue/index.js';
import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { askedAbility } from './asked/asked-rules.js';
import { after, cutAt, withoutArticle } from './asked/phrases.js';
import { QuestionTool } from './question-tool.js';
import { quoteRule, ruleCalled, findNamed } from './rule-books.js';
import { UnitPassages } from './unit-passages.js';

const Inputs = z.strictObject({
  said: z
    .string()
    .min(1)
    .max(400)
    .describe('A unit and what it is to do, such as "Terminators deep strike on turn 1".'),
});

/** Words of the longest names of units that people say. */
const MAX_NAME = 6;
/** Words of the longest rules and options. */
const MAX_RULE = 4;
const Rules = z.array(z.string());
const WORDS_FOR_RULES = new Set(['ability', 'rule', 'keyword']);
/** Words that begin a condition. */
const LEADING = /^(?:on|in|at|of|with|during|before|after|from|when|while|if) /;

export class UnitRulesTool extends QuestionTool<typeof Inputs> {
  readonly name = 'unit-rules';
  override readonly aliases = ['unit_rules'];
  readonly description =
    'Says whether a unit has a rule and what the rule says. Use it when a question asks whether a unit can do something.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 15_000;
  protected readonly asked = askedAbility;

  async *execute(
    _tree: TreeData,
    { said }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const words = said.split(' ');
    const found = (await this.unitIn(words, call)) ?? (await this.verbFirst(words, call));
    // A unit that an earlier version has read has none, which says nothing about what it may do.
    const rules = Rules.safeParse(found?.unit.attributes.rules).data;
    const answer = found && rules && (await this.answer(found, rules, call));
    if (!found || !rules || !answer) {
      const message = found ? `The data name no rule for "${found.asked}".` : 'There is no such unit.';
      yield new RecoverableError({ message, suggestion: 'Search for the words of the question.' });
      return;
    }
    yield new Result({
      objects: [{ unit: found.unit.name, rules }],
      name: 'rules',
      payloadType: 'entity',
      metadata: { unit: found.unit.name },
      llmMessage: `Found the rules of ${found.unit.name}.`,
      statement: answer,
    });
  }

  /** The unit that words begin with, by as many of them as name one and leave so many. */
  private async unitIn(words: readonly string[], call: ToolCall, left = 1): Promise<Asked | undefined> {
    for (let count = Math.min(MAX_NAME, words.length - left); count > 0; count--) {
      // "Terminators in" is no Captain in Terminator Armour.
      if (LEADING.test(`${words[count - 1] ?? ''} `)) continue;
      const unit = await this.books.unit(words.slice(0, count).join(' '), call);
      if (unit) return { unit, asked: words.slice(count).join(' ') };
    }
    return undefined;
  }

  /** "I deep strike my Terminators on turn 1": the rule comes first, and then the unit. */
  private async verbFirst([first = '', ...words]: readonly string[], call: ToolCall): Promise<Asked | undefined> {
    if (!/^(?:i|we|you)$/i.test(first)) return undefined;
    for (let count = Math.min(MAX_RULE, words.length - 1); count > 0; count--) {
      const rule = words.slice(0, count).join(' ');
      if (!(await ruleCalled(rule, this.books, call))) continue;
      const rest = words.slice(count).join(' ');
      const found = await this.unitIn((after(rest, [/^(?:with )?(?:my|our|the|an?) /i]) ?? rest).split(' '), call, 0);
      if (found) return { unit: found.unit, asked: `${rule} ${found.asked}`.trim() };
    }
    return undefined;
  }

  private async answer(found: Asked, rules: readonly string[], call: ToolCall): Promise<Statement | undefined> {
    const { unit, asked } = found;
    const passages = new UnitPassages(this.library, call);
    const listed = await passages.lineOf(unit, 'Rules: ');
    const own = rules.map((rule) => ({ rule, named: namedFirst(asked, rule) })).find(({ named }) => named);
    if (own?.named) {
      const { said, condition } = own.named;
      const has = `${unit.name} has ${own.rule} [1].`;
      const rule = await ruleCalled(said, this.books, call);
      if (!rule) return condition === '' ? { text: `Yes: ${has}`, passages: [listed] } : undefined;
      const { text, passage } = await quoteRule(rule, passages);
      const isOpen = condition !== '' && !foldName(text).includes(condition.replace(LEADING, ''));
      const rest = isOpen ? ` Whether it may do so ${condition}, the data do not say.` : '';
      return { text: `${isOpen ? '' : 'Yes: '}${has} ${text} [2].${rest}`, passages: [listed, passage] };
    }
    const other = await this.ruleIn(asked, call);
    if (other === undefined) return this.ofOption(found, rules, listed, passages);
    const those = rules.length === 0 ? 'the data name no rule of it' : `its rules are ${rules.join(', ')}`;
    return { text: `No: ${unit.name} does not have ${other}; ${those} [1].`, passages: [listed] };
  }

  /** A rule that a text begins with and that the unit does not have. */
  private async ruleIn(asked: string, call: ToolCall): Promise<string | undefined> {
    const words = withoutVerb(asked).split(' ');
    for (let length = Math.min(MAX_RULE, words.length); length > 0; length--) {
      const rule = await ruleCalled(words.slice(0, length).join(' '), this.books, call);
      if (rule?.type === 'rule' && namedFirst(asked, rule.name)) return rule.name;
    }
    return undefined;
  }

  /** Answers from the data if no rule decides: "with storm shields", and the existing rules. */
  private async ofOption(
    { unit, asked }: Asked,
    rules: readonly string[],
    listed: Passage,
    passages: UnitPassages,
  ): Promise<Statement | undefined> {
    const words = withoutArticle(cutAt(asked, ['with'])?.after ?? '').split(' ');
    const { text } = await passages.wholeOf(unit);
    const options = text.split('\n').filter((one) => !one.startsWith('Rules: '));
    for (let length = Math.min(MAX_RULE, words.length - 1); length > 0; length--) {
      const option = words.slice(0, length).join(' ');
      const line = options.find((one) => findNamed(one, option) ?? findNamed(one, option.replace(/s$/i, '')));
      if (line === undefined) continue;
      const action = words.slice(length).join(' ');
      const those = rules.length === 0 ? 'The data name no rule of it' : `Its rules are ${rules.join(', ')} [2]`;
      return {
        text: `${unit.name} can have ${option} [1]. ${those}. None of them is about whether it may ${action}, so the data do not say.`,
        passages: [await passages.lineOf(unit, line), listed],
      };
    }
    return undefined;
  }
}

interface Asked {
  readonly unit: EntityDescription;
  /** Text after its name. */
  readonly asked: string;
}

interface Statement {
  readonly text: string;
  readonly passages: Passage[];
}

/** "have the Deep Strike ability" → "Deep Strike ability" */
function withoutVerb(asked: string): string {
  return after(asked, [/^(?:have|use|get|perform|do|make) (?:the |an? )?/i]) ?? asked;
}

/**
 * How a text names a rule that it begins with, and what is said of time and place after it. "Take a heavy weapon" does not name the
 * rule "Heavy".
 */
function namedFirst(asked: string, rule: string): { readonly said: string; readonly condition: string } | undefined {
  const text = withoutVerb(asked);
  const named = findNamed(text, rule);
  if (named?.at !== 0) return undefined;
  const words = foldName(text).split(' ');
  const rest = words.slice(named.length).filter((word, at) => at > 0 || !WORDS_FOR_RULES.has(word));
  if (rest.length > 0 && !LEADING.test(`${rest[0] ?? ''} `)) return undefined;
  return { said: words.slice(0, named.length).join(' '), condition: rest.join(' ') };
}
