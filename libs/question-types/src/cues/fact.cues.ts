import { cue, type Cue } from '../cue.js';
import { pattern } from '../pattern.js';

/** A single fact, asked for: a measure, a name, a price, a rule. */
export const FACT_CUES: readonly Cue[] = [
  cue(
    'asks-measure',
    'asks for a measure',
    pattern`
      \bhow (?:many|much|long|old|far|big|large|tall|high|deep|wide|heavy|fast|strong|often|late|early|soon|hot|cold|
      thick|steep|close|hard|bright|likely|quickly|massive|warm|loud)\b`,
    'ask',
  ),
  cue(
    'asks-name-of-one',
    'asks what something is called',
    pattern`
      \b(?:what(?:'s| is| was) the name of|is called|was called|name of the|(?:do|would) you call|word for|
      term for)\b|
      \bcalled\W*$`,
  ),
  cue('asks-meaning', 'asks what a word means', /\b(?:mean|means|meaning of|stand for|stands for|define|definition)\b/),
  cue(
    'asks-hours',
    'asks for hours',
    pattern`\b(?:opening|visiting|working|office|closing|service|quiet|business) (?:hours|times)\b|\btimes? (?:of|for|on)\b`,
  ),
  cue(
    'asks-rule',
    'asks whether something is allowed',
    pattern`
      \b(?:allowed|permitted|forbidden|compulsory|mandatory|legal|covered|included|entitled|eligible|liable|protected|
      deductible|required)\b`,
  ),
  cue(
    'yes-no-plural',
    'asks whether something is so',
    /^(?:are|were|do|did|have) (?!you\b|i\b|we\b|there\b)(?:the )?[\w-]+s\b(?!.*\b(?:or|than)\b)/,
    'ask',
  ),
  cue(
    'passive-question',
    'asks when or where something is done',
    pattern`
      \b(?:is|are|was|were) (?:the |an? |my |our )?(?:[\w'-]+ ){1,4}(?:\w+ed|kept|held|built|made|sold|found|put|worn|
      given|taken|shot|fought|buried|born|stored|set|sent|paid|bred|won|lost)\b`,
    'ask',
  ),
  cue('asks-price', 'asks for a price', /\b(?:costs?|price|fee|charged?|deposit|set (?:me|her|him|us) back|pay for)\b/),
  cue(
    'may-i',
    'asks for permission',
    pattern`
      ^(?:may|can|must|do|am) (?:i|we|you|one|women|men|children|dogs|guests|members|visitors|
      people)\b(?! (?:smell|keep|hear|see))`,
    'ask',
  ),
  cue(
    'open-to',
    'asks for whom something is open',
    /\b(?:open|closed|available|free|suitable|compulsory|obligatory|safe) (?:to|for|on|in|during|at)\b/,
  ),
  cue('asks-why', 'asks for a reason', /\b(?:why|how come|reason (?:for|that|why))\b/),
  cue(
    'asks-fact',
    'asks for a single fact',
    pattern`
      \b(?:what(?:'s| is| was) the|who(?:'s| is| was) the|when (?:is|was|did|does|do)|
      where (?:is|was|are|were|do|does|did|can)|
      what (?:year|day|time|date|colour|color|size|temperature|number|age|amount|port|percentage|rate))\b`,
    'ask',
  ),
  cue(
    'asks-permission',
    'asks whether something is so',
    pattern`
      ^(?:is|are|was|were|does|do|did|can|may|must|has|have) (?!you\b|u\b)(?:i|we|it|there|the|a|an|my|one|anyone|
      [\w-]+)\b(?!.*\b(?:than|or)\b)`,
    'ask',
  ),
];
