import { cue, type Cue, tellingCue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

/** Verbs and nouns of talking: with "you" or "I" they speak of the conversation itself. */
const TALK = anyOf(`
  ask asked asking question questions answer answers answered answering chat chatting talk talked talking speak speaking spoken spoke
  reply replies replied repeat repeating say saying said interrupt interrupting apologise apologising apologize rephrase
  type typed typing understand understood misunderstand misread read reading listening trust conversation joking sentence sentences
  lines bullet brackets words`);
const LANGUAGE = anyOf('language languages english french german welsh spanish italian dutch');

/** Words between the asker and the assistant, by grammatical person and by their subject: talk. */
export const TALK_CUES: readonly Cue[] = [
  cue('talk', 'speaks of talking', pattern`\b${TALK}\b`),
  cue(
    'you-and-talk',
    'asks the assistant about talking',
    pattern`\b(?:you|your|we)\b[^?.]*\b${TALK}\b|\b${TALK}\b[^?.]*\b(?:you|your)\b`,
  ),
  cue('i-and-talk', 'speaks of what the asker says', pattern`\b(?:i|my|me)\b[^?.]*\b${TALK}\b`),
  cue(
    'we-have',
    'asks what asker and assistant have done',
    /^(?:(?:what|where|which|how far) )?(?:have|had|are|were|did|shall|can|could|should) we\b/,
    'ask',
  ),
  cue('language', 'speaks of a language', pattern`\b${LANGUAGE}\b`),
  tellingCue(
    'about-answer',
    'speaks about the answer',
    pattern`
      \b(?:your|that|my) (?:last |previous |first |earlier |final )?(?:answers?|replies|reply|response|explanations?|
      message|point|part|bit|sentence|paragraph|suggestion|summary|sources?)\b|
      \b(?:last|previous|earlier|first|second) (?:answer|reply|response|message|bit)\b|
      \bthe (?:answer|reply|response) (?:is|was|you)\b|
      \b(?:you (?:just )?(?:said|told|mentioned|gave|wrote|meant|mean)|what you said|what you (?:just )?told|
      did you (?:say|mean|get|understand|just|find|hear|forget|read))\b`,
  ),
  tellingCue(
    'i-said',
    'speaks of what the asker said',
    pattern`
      \bi (?:just |already |actually |really )?(?:said|meant|mean|asked|wrote|told|typed|pressed|
      was (?:only|just|right|joking)|think (?:we|you|i)|don't (?:think|know)|didn't expect|write|wanted to say)\b|
      \bjust (?:wanted|testing|checking|joking|kidding)\b`,
  ),
  tellingCue(
    'asks-to-repeat',
    'asks to say it again or otherwise',
    pattern`
      \b(?:repeat (?:that|it|yourself|the|what)|say (?:that|it) (?:again|differently|in)|once more|again please|
      come again|rephrase|simpler|in other words|shorter|longer|more detail|elaborate|expand on (?:that|it|this)|
      summari[sz]e (?:that|it|this|what|your|our)|tl;?dr|bullet points|in a table|go on|continue|keep going|carry on|
      tell me more|be (?:more|less)|say more|explain that|explain it|clarify)\b`,
  ),
  tellingCue(
    'about-conversation',
    'speaks about the conversation',
    pattern`
      \b(?:(?:my|your|our) (?:last |first |previous |earlier )?(?:question|questions|conversation|chat|discussion)|
      what (?:did|was|have) (?:i|we) (?:just |first )?(?:ask|asked|say|said|talk|talking|discuss\w*)|
      we (?:talked|discussed|spoke|were talking)|earlier|yesterday|start (?:over|again|from scratch)|new topic|
      change (?:the )?(?:subject|topic)|something else|another question|different question|back to|where were we|
      this (?:chat|conversation)|remember (?:me|what|that|our|my)|i have (?:a|one|another|some) (?:\w+ )?questions?|
      ask (?:you )?(?:something|a question|another))\b`,
  ),
  cue(
    'how-to-talk',
    'speaks of how to talk',
    pattern`
      \b(?:friendlier|polite|politer|slow(?:er)? down|jargon|plain words|simpler|shorter|short version|long version|
      your tone|humou?r|sentences?|words?|typing|keyboard|wifi|connection|upload|paste|full sentences|spelling|phrase|
      rephrase)\b`,
  ),
  tellingCue(
    'starts-with-lets',
    'proposes what to do next',
    /^let's\b|^can (?:we|i) (?:talk|ask|start|try|change|go)\b/,
    'opening',
  ),
  tellingCue(
    'tone-request',
    'asks for another tone',
    pattern`
      \b(?:from (?:now|here|here on|this point) on|in future answers|keep your|your (?:replies|answers)|
      answer (?:me )?(?:in|with|only|briefly)|speak (?:english|german|french|slower|to me)|
      be (?:polite|brief|concise|honest|nice|nicer|quiet|kind|careful)|more polite|in (?:one|two|a few) sentences?|
      use (?:simple|plain|fewer|bullet))\b`,
  ),
];

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
