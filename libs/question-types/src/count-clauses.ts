import type { Message } from './message.js';
import { anyOf } from './pattern.js';

/** Words that end like a past participle and are none. */
const NOT_PAST = anyOf('need red bed feed seed speed indeed shed breed weed reed deed bleed hundred');
const IRREGULAR_PAST = anyOf(`
  built made wrote written held kept ran led sold bought won drew drawn cut taught gave given took taken sang
  sung bred found began begun shot born lost beat fell fallen became sank sunk slew slain brought left met paid
  grew grown came went threw stole broke broken caught spent stood lay said told thought knew known wore drove
  driven rode flew swam hid hidden spoke chose chosen struck burnt learnt dug hung lent sent spun swore wove`);
/** Words that speak of a deed in the past, as far as their form tells. */
const DEED = new RegExp(`\\b(?:(?!${NOT_PAST}\\b)\\w{2,}ed|${IRREGULAR_PAST})\\b`, 'g');
const AUXILIARY = /\b(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|must|may|should)\b/g;

/** Whether a question holds a clause besides its own: an auxiliary and one verb are one clause. */
export function hasTwoClauses({ ask }: Message): boolean {
  const deeds = ask.match(DEED)?.length ?? 0;
  const auxiliaries = ask.match(AUXILIARY)?.length ?? 0;
  return deeds + auxiliaries - Math.min(deeds, auxiliaries, 1) >= 2;
}
