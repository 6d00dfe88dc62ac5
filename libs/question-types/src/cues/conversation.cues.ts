import { cue, pooled, type Cue } from '../cue.js';

const SINGLE_CUES: readonly Cue[] = [
  cue(
    'greets',
    'greets',
    /^\W*(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|morning|evening|afternoon|hallo|welcome back|sup|heya|gday|g'day)\b/,
  ),
  cue(
    'greets-only',
    'does nothing but greet',
    /^\W*(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|morning|evening|heya|g'day)\b(?:[\s,]+(?:there|all|everyone|again|arbiter|bot|friend|folks|team|mate|you|assistant|anyone|home|back|guys|buddy))*\W*(?::\)|:-\))?\W*$/,
  ),
  cue('thanks', 'thanks', /\b(?:thanks|thank|thx|ty|tysm|cheers|grateful|appreciate[ds]?|much obliged|ta)\b/),
  cue(
    'takes-leave',
    'takes leave',
    /\b(?:bye|goodbye|good night|goodnight|see (?:you|ya)|cya|farewell|talk (?:to you )?(?:later|soon|tomorrow)|have a (?:nice|good|great)|take care|until (?:next time|tomorrow)|later then|catch you|i'm off|gotta go|have to go|that's all|that is all|that's it|no more questions|nothing else|i'm done|we're done)\b/,
  ),
  cue(
    'acknowledges',
    'acknowledges',
    /^\W*(?:ok(?:ay)?|kk?|right|alright|all right|sure|fine|got it|i see|ah+|oh+|understood|makes sense|that makes sense|noted|cool|great|perfect|nice|awesome|excellent|brilliant|wonderful|lovely|super|amazing|fair enough|good|sounds good|will do|roger|yes|yeah|yep|yup|no|nope|nah|not really|exactly|indeed|agreed|true|correct|gotcha|sweet|neat|wow)\b/,
  ),
  cue(
    'acknowledges-only',
    'does nothing but acknowledge',
    /^\W*(?:(?:ok(?:ay)?|kk?|right|alright|sure|fine|got|it|i see|ah+|oh+|understood|makes|sense|that|now|noted|cool|great|perfect|nice|one|awesome|excellent|brilliant|wonderful|lovely|super|amazing|fair enough|good|sounds|will do|roger|yes|yeah|yep|yup|no|nope|nah|not|really|exactly|indeed|agreed|true|correct|gotcha|please|then|thanks|so|very|job|work|well|done)\b\W*)+$/,
  ),
  cue(
    'laughs',
    'laughs or wonders',
    /\b(?:lol|lmao|rofl|ha(?:ha)+|hehe|ha|hm+|huh|um+|oops|whoops|wow|oh dear|ugh|meh|phew|yay|aha)\b|[:;]-?[)(dp](?:\s|$)|😀|😂|👍|🙏|❤/,
  ),
  cue(
    'apologises',
    'apologises',
    /\b(?:sorry|apologies|my bad|my mistake|excuse me|pardon|typo|ignore that|i misspoke|mistyped)\b/,
  ),
  cue(
    'corrects',
    'corrects the assistant',
    /\b(?:that's (?:not|wrong|incorrect|nonsense)|that is (?:not|wrong)|not what i (?:asked|meant|said|wanted)|you(?:'re| are) (?:wrong|mistaken|right|funny|great|useless|amazing|the best|not)|i meant|i didn't mean|you got|you (?:mis|didn't|did not|forgot|keep|always|already|just)\w*|wrong answer|not helpful|try again|doesn't (?:help|answer|make sense)|didn't (?:help|answer))\b/,
  ),
  cue(
    'about-answer',
    'speaks about the answer',
    /\b(?:your|that|my) (?:last |previous |first |earlier |final )?(?:answers?|replies|reply|response|explanations?|message|point|part|bit|sentence|paragraph|suggestion|summary|sources?)\b|\b(?:last|previous|earlier|first|second) (?:answer|reply|response|message|bit)\b|\bthe (?:answer|reply|response) (?:is|was|you)\b|\b(?:you (?:just )?(?:said|told|mentioned|gave|wrote|meant|mean)|what you said|what you (?:just )?told|did you (?:say|mean|get|understand|just|find|hear|forget|read))\b/,
  ),
  cue(
    'you-subject',
    'asks what the assistant is or does',
    /\b(?:are|do|did|have|were|can|could|will|would|should) (?:you|u)\b(?! (?:have|sell|offer|stock|brew|make|serve|run|ship|use|need|get|set|play|cook|clean|tell|name|list|give|show|explain|walk|put|draw|go|talk|say))/,
  ),
  cue(
    'you-are',
    'speaks of the assistant',
    /\b(?:you|u) (?:are|were|have|still|really|always|never|just|actually|already|misunderstood|said|saved|helped|know|don't|didn't|can't)\b|\byou(?:'re|'ve)\b|\b(?:how|so) \w+ (?:are you|is your)\b|\byourself\b/,
  ),
  cue(
    'i-said',
    'speaks of what the asker said',
    /\bi (?:just |already |actually |really )?(?:said|meant|mean|asked|wrote|told|typed|pressed|was (?:only|just|right|joking)|think (?:we|you|i)|don't (?:think|know)|didn't expect|write|wanted to say)\b|\bjust (?:wanted|testing|checking|joking|kidding)\b/,
  ),
  cue(
    'exclaims-first',
    'begins with an exclamation',
    /^\W*(?:fantastic|brilliant|phew|ugh|wow|oh|well|good|lovely|understood|fine|right|got it|haha|perfect|great|excellent|wonderful|super|sweet|enough|much|hmm?|yay|damn|aw+|ouch|nice|awesome|cool|sorry|ok(?:ay)?|ah|yes|no|not|both|neither|either|exactly|correct|wrong|welcome)\b[\s,.!]/,
  ),
  cue(
    'reacts',
    'reacts to what was said before',
    /^\W*(?:fantastic|brilliant|phew|ugh|wow|oh|well|good|lovely|understood|fine|right|got it|haha|perfect|great|excellent|wonderful|super|sweet|enough|hmm?|yay|damn|aw+|ouch|nice|awesome|cool|sorry|ok(?:ay)?|ah|yes|no|not|both|exactly|correct|thanks?|thank|cheers|hello|hi)\b[^?]*$/,
  ),
  cue(
    'you-and-i',
    'speaks of asker and assistant',
    /\b(?:i|we|me)\b.*\byou\b|\byou\b.*\b(?:i|we|me|my)\b|^(?:am i|are we|who am i|shall we|should we|may i|can i|could i)\b/,
    'ask',
  ),
  cue(
    'wishes',
    'wishes something',
    /\b(?:happy (?:new year|birthday|easter|holidays|weekend)|merry|have a|hope you|enjoy your|same to you|you too|welcome|congratulations|congrats|good luck|get well|cheers)\b/,
  ),
  cue(
    'how-to-talk',
    'speaks of how to talk',
    /\b(?:friendlier|polite|politer|slow(?:er)? down|jargon|plain words|simpler|shorter|short version|long version|your tone|humou?r|sentences?|words?|typing|keyboard|wifi|connection|upload|paste|full sentences|spelling|phrase|rephrase)\b/,
  ),
  cue(
    'short-to-you',
    'speaks to the assistant, briefly',
    /^(?=.*\b(?:you|your|you're|yourself|u)\b)\W*[\w']+(?:[^\w']+[\w']+){0,6}\W*$/,
  ),
  cue(
    'short-statement',
    'is a short remark',
    /^(?!(?:who|what|whats|which|when|where|why|how|whose|is|are|was|were|do|does|did|can|could|will|would|should|may|must|has|have)\b)[^?]{1,45}[.!]$/,
    'opening',
  ),
  cue(
    'picks',
    'picks one of those offered',
    /\b(?:option|number) (?:one|two|three|\d)\b|^(?:the )?(?:first|second|last|other|latter|former|both|bigger|smaller)(?: one| two)?\b[^?]*$|\bthe (?:first|second|last|other|latter|former) (?:one|bit|part|point)\b|\bthat one\b/,
  ),
  cue(
    'later',
    'says when to go on',
    /\b(?:later|after lunch|tomorrow|pick (?:this|it) up|come back|carry on|logging off|for (?:now|today))\b/,
  ),
  cue(
    'asks-to-repeat',
    'asks to say it again or otherwise',
    /\b(?:repeat (?:that|it|yourself|the|what)|say (?:that|it) (?:again|differently|in)|once more|again please|come again|rephrase|simpler|in other words|shorter|longer|more detail|elaborate|expand on (?:that|it|this)|summari[sz]e (?:that|it|this|what|your|our)|tl;?dr|bullet points|in a table|go on|continue|keep going|carry on|tell me more|be (?:more|less)|say more|explain that|explain it|clarify)\b/,
  ),
  cue(
    'about-conversation',
    'speaks about the conversation',
    /\b(?:(?:my|your|our) (?:last |first |previous |earlier )?(?:question|questions|conversation|chat|discussion)|what (?:did|was|have) (?:i|we) (?:just |first )?(?:ask|asked|say|said|talk|talking|discuss\w*)|we (?:talked|discussed|spoke|were talking)|earlier|yesterday|start (?:over|again|from scratch)|new topic|change (?:the )?(?:subject|topic)|something else|another question|different question|back to|where were we|this (?:chat|conversation)|remember (?:me|what|that|our|my)|i have (?:a|one|another|some) (?:\w+ )?questions?|ask (?:you )?(?:something|a question|another))\b/,
  ),
  cue(
    'about-assistant',
    'asks about the assistant',
    /\b(?:(?:who|what|how|how old|where|why) are you|are you (?:a |an |still |there|sure|real|human|ok|ai|able|kidding|serious|listening|alive)|what(?:'s| is) your (?:name|purpose|job)|your name|what can (?:you|i) (?:do|ask|help)|what (?:do|can) you (?:know|do|offer)|can you (?:help|hear|understand|see|do|speak|talk|remember)|how (?:do|does|can) (?:you|this (?:chat|thing|bot|assistant)) (?:work|help|know)|(?:who|what) (?:made|built|created|trained|developed) you|do you (?:speak|remember|save|store|understand|know (?:who|my|me)|have (?:a name|access))|which (?:documents|sources|files|languages) (?:do|can|are) you|talking to (?:a|an)|what kind of (?:things|questions)|how can you help|your (?:sources|knowledge|documents))\b/,
  ),
  cue(
    'how-are-you',
    'asks how the assistant is',
    /\bhow(?:'s| is| are| r) (?:it going|you|u|things|your day|life|everything)\b|\bwhat'?s (?:up|new|going on)\b|\bhow(?:'ve| have) you been\b/,
  ),
  cue(
    'introduces',
    'says who the asker is',
    /\b(?:my name is|call me|nice to meet|i'm (?:new|back|here|tom|a (?:new|parent|student|nurse|beginner|bit)|just|not sure|confused|lost|bored|tired|busy|impressed|happy)|this is \w+ (?:speaking|here)|i am (?:new|a))\b/,
  ),
  cue(
    'drops',
    'drops the matter',
    /\b(?:never ?mind|forget (?:it|that|about)|ignore (?:that|my last)|doesn't matter|skip it|scrap that|leave it|stop(?: it| that)?\W*$|wait\b|hold on|hang on|one (?:moment|second|sec|minute)|give me a (?:moment|second|minute)|just a (?:moment|second|sec)|brb)\b/,
  ),
  cue(
    'confused',
    'does not follow',
    /\b(?:i (?:don't|do not|didn't|can't) (?:understand|get (?:it|that|this)|follow|see what)|not sure (?:i|what|that)|confus(?:ed|ing)|what do you mean|makes no sense|lost me|are you sure|really\W*$|seriously|why did you|where did you get|how do you know|says who)\b/,
  ),
  cue(
    'praises',
    'praises or scolds',
    /\b(?:good (?:job|work|bot|one|point|answer|idea)|well done|nice (?:one|work|job|try)|great (?:job|work|answer|help)|helped|helpful|useful|useless|exactly what i|you rock|love (?:it|you|this|that)|i (?:love|hate|like) you|you're|that (?:was|is|helps|helped|works|worked|sounds)|works now|turned out|impressive|i'll (?:try|let|ask|think|do|be|talk|take|have|check|get|come|go|raise|tell|keep))\b/,
  ),
  cue(
    'announces',
    'says what is next',
    /^(?:so |then |right |ok(?:ay)? )*(?:i(?:'ll| will)|i've got|i(?:'m| am) (?:going|off|back|done)|let's|let me|we'll|that(?:'s| is| was)|it(?:'s| is) (?:working|fine|ok|clear|me|all)|it (?:works|worked|helped))\b/,
    'opening',
  ),
  cue(
    'starts-with-lets',
    'proposes what to do next',
    /^let's\b|^can (?:we|i) (?:talk|ask|start|try|change|go)\b/,
    'opening',
  ),
  cue(
    'tone-request',
    'asks for another tone',
    /\b(?:from (?:now|here|here on|this point) on|in future answers|keep your|your (?:replies|answers)|answer (?:me )?(?:in|with|only|briefly)|speak (?:english|german|french|slower|to me)|be (?:polite|brief|concise|honest|nice|nicer|quiet|kind|careful)|more polite|in (?:one|two|a few) sentences?|use (?:simple|plain|fewer|bullet))\b/,
  ),
  cue(
    'no-content',
    'names nothing that could be looked up',
    /^(?:\W*(?:i|me|my|you|your|we|us|it|that|this|is|are|was|am|do|did|does|can|could|would|will|have|had|the|a|an|to|of|for|in|on|so|and|but|not|no|yes|ok|okay|what|who|how|why|where|please|again|now|then|here|there|ask|say|said|tell|mean|meant|know|go|get|got|need|help|want|think|see|back|more|one|other|thing|something|else|about|with|all|just|really|very|much|too|well|good|right|wrong|sure|understand|understood|question|answer|lot|bit|again|first|last|sorry|repeat|that's|i'm|it's|you're|don't|didn't|what's|let's|i'll|i've)\b)+\W*$/,
  ),
];

/** Those that tell the kind by themselves: what one of them is worth is learnt from all of them. */
const TELLING = `
  greets-only thanks takes-leave acknowledges-only laughs apologises corrects about-answer asks-to-repeat about-conversation about-assistant how-are-you introduces drops confused praises starts-with-lets tone-request no-content i-said picks`;

/** Words between people, and about the conversation itself. */
export const CONVERSATION_CUES: readonly Cue[] = [
  ...SINGLE_CUES,
  pooled('any-conversation', 'speaks of the conversation itself', SINGLE_CUES, TELLING),
];
