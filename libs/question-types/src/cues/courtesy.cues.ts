import { cue, tellingCue, type Cue } from '../cue.js';
import { pattern } from '../pattern.js';

/** Greetings, thanks, leave-taking. */
export const COURTESY_CUES: readonly Cue[] = [
  cue(
    'greets',
    'greets',
    pattern`
      ^\W*(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|morning|evening|afternoon|
      hallo|welcome back|sup|heya|gday|g'day)\b`,
  ),
  tellingCue(
    'greets-only',
    'does nothing but greet',
    pattern`
      ^\W*(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|morning|evening|heya|
      g'day)\b(?:[\s,]+(?:there|all|everyone|again|arbiter|bot|friend|folks|team|mate|you|assistant|anyone|home|back|
      guys|buddy))*\W*$`,
  ),
  tellingCue('thanks', 'thanks', /\b(?:thanks|thank|thx|ty|tysm|cheers|grateful|appreciate[ds]?|much obliged|ta)\b/),
  tellingCue(
    'takes-leave',
    'takes leave',
    pattern`
      \b(?:bye|goodbye|good night|goodnight|see (?:you|ya)|cya|farewell|talk (?:to you )?(?:later|soon|tomorrow)|
      have a (?:nice|good|great)|take care|until (?:next time|tomorrow)|later then|catch you|i'm off|gotta go|
      have to go|that's all|that is all|that's it|no more questions|nothing else|i'm done|we're done)\b`,
  ),
  cue(
    'wishes',
    'wishes something',
    pattern`
      \b(?:happy (?:new year|birthday|easter|holidays|weekend)|merry|have a|hope you|enjoy your|same to you|you too|
      welcome|congratulations|congrats|good luck|get well|cheers)\b`,
  ),
  tellingCue(
    'apologises',
    'apologises',
    /\b(?:sorry|apologies|my bad|my mistake|excuse me|pardon|typo|ignore that|i misspoke|mistyped)\b/,
  ),
  tellingCue(
    'how-are-you',
    'asks how the assistant is',
    pattern`
      \bhow(?:'s| is| are| r) (?:it going|you|u|things|your day|life|everything)\b|
      \bwhat'?s (?:up|new|going on)\b|
      \bhow(?:'ve| have) you been\b`,
  ),
  tellingCue(
    'introduces',
    'says who the asker is',
    pattern`
      \b(?:my name is|call me|nice to meet|
      i'm (?:new|back|here|tom|a (?:new|parent|student|nurse|beginner|bit)|just|not sure|confused|lost|bored|tired|
      busy|impressed|happy)|this is \w+ (?:speaking|here)|i am (?:new|a))\b`,
  ),
  cue(
    'later',
    'says when to go on',
    pattern`\b(?:later|after lunch|tomorrow|pick (?:this|it) up|come back|carry on|logging off|for (?:now|today))\b`,
  ),
];
