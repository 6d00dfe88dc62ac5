import { cue, type Cue, tellingCue } from '../cue.js';
import { pattern } from '../pattern.js';

/** Reactions to an earlier message. */
export const REACTION_CUES: readonly Cue[] = [
  cue(
    'acknowledges',
    'acknowledges',
    pattern`
      ^\W*(?:ok(?:ay)?|kk?|right|alright|all right|sure|fine|got it|i see|ah+|oh+|understood|makes sense|
      that makes sense|noted|cool|great|perfect|nice|awesome|excellent|brilliant|wonderful|lovely|super|amazing|
      fair enough|good|sounds good|will do|roger|yes|yeah|yep|yup|no|nope|nah|not really|exactly|indeed|agreed|true|
      correct|gotcha|sweet|neat|wow)\b`,
  ),
  tellingCue(
    'acknowledges-only',
    'does nothing but acknowledge',
    pattern`
      ^\W*(?:(?:ok(?:ay)?|kk?|right|alright|sure|fine|got|it|i see|ah+|oh+|understood|makes|sense|that|now|noted|cool|
      great|perfect|nice|one|awesome|excellent|brilliant|wonderful|lovely|super|amazing|fair enough|good|sounds|
      will do|roger|yes|yeah|yep|yup|no|nope|nah|not|really|exactly|indeed|agreed|true|correct|gotcha|please|then|
      thanks|so|very|job|work|well|done)\b\W*)+$`,
  ),
  tellingCue(
    'laughs',
    'laughs or wonders',
    pattern`
      \b(?:lol|lmao|rofl|ha(?:ha)+|hehe|ha|hm+|huh|um+|oops|whoops|wow|oh dear|ugh|meh|phew|yay|aha)\b|
      [:;]-?[)(dp](?:\s|$)|
      😀|
      😂|
      👍|
      🙏|
      ❤`,
  ),
  tellingCue(
    'corrects',
    'corrects the assistant',
    pattern`
      \b(?:that's (?:not|wrong|incorrect|nonsense)|that is (?:not|wrong)|not what i (?:asked|meant|said|wanted)|
      you(?:'re| are) (?:wrong|mistaken|right|funny|great|useless|amazing|the best|not)|i meant|i didn't mean|you got|
      you (?:mis|didn't|did not|forgot|keep|always|already|just)\w*|wrong answer|not helpful|try again|
      doesn't (?:help|answer|make sense)|didn't (?:help|answer))\b`,
  ),
  cue(
    'exclaims-first',
    'begins with an exclamation',
    pattern`
      ^\W*(?:fantastic|brilliant|phew|ugh|wow|oh|well|good|lovely|understood|fine|right|got it|haha|perfect|great|
      excellent|wonderful|super|sweet|enough|much|hmm?|yay|damn|aw+|ouch|nice|awesome|cool|sorry|ok(?:ay)?|ah|yes|no|
      not|both|neither|either|exactly|correct|wrong|welcome)\b[\s,.!]`,
  ),
  cue(
    'reacts',
    'reacts to what was said before',
    pattern`
      ^\W*(?:fantastic|brilliant|phew|ugh|wow|oh|well|good|lovely|understood|fine|right|got it|haha|perfect|great|
      excellent|wonderful|super|sweet|enough|hmm?|yay|damn|aw+|ouch|nice|awesome|cool|sorry|ok(?:ay)?|ah|yes|no|not|
      both|exactly|correct|thanks?|thank|cheers|hello|hi)\b[^?]*$`,
  ),
  cue(
    'short-statement',
    'is a short remark',
    pattern`
      ^(?!(?:who|what|whats|which|when|where|why|how|whose|is|are|was|were|do|does|did|can|could|will|would|should|
      may|must|has|have)\b)[^?]{1,45}[.!]$`,
    'opening',
  ),
  tellingCue(
    'picks',
    'picks one of those offered',
    pattern`
      \b(?:option|number) (?:one|two|three|\d)\b|
      ^(?:the )?(?:first|second|last|other|latter|former|both|bigger|smaller)(?: one| two)?\b[^?]*$|
      \bthe (?:first|second|last|other|latter|former) (?:one|bit|part|point)\b|
      \bthat one\b`,
  ),
  tellingCue(
    'drops',
    'drops the matter',
    pattern`
      \b(?:never ?mind|forget (?:it|that|about)|ignore (?:that|my last)|doesn't matter|skip it|scrap that|leave it|
      stop(?: it| that)?\W*$|wait\b|hold on|hang on|one (?:moment|second|sec|minute)|
      give me a (?:moment|second|minute)|just a (?:moment|second|sec)|brb)\b`,
  ),
  tellingCue(
    'confused',
    'does not follow',
    pattern`
      \b(?:i (?:don't|do not|didn't|can't) (?:understand|get (?:it|that|this)|follow|see what)|
      not sure (?:i|what|that)|confus(?:ed|ing)|what do you mean|makes no sense|lost me|are you sure|really\W*$|
      seriously|why did you|where did you get|how do you know|says who)\b`,
  ),
  cue(
    'head-or-way',
    'says that something was not understood',
    /\b(?:over my head|wrong way|lost me|don't get it|no idea|not sure|confused|confusing)\b/,
  ),
  tellingCue(
    'praises',
    'praises or scolds',
    pattern`
      \b(?:good (?:job|work|bot|one|point|answer|idea)|well done|nice (?:one|work|job|try)|
      great (?:job|work|answer|help)|helped|helpful|useful|useless|exactly what i|you rock|love (?:it|you|this|that)|
      i (?:love|hate|like) you|you're|that (?:was|is|helps|helped|works|worked|sounds)|works now|turned out|
      impressive|i'll (?:try|let|ask|think|do|be|talk|take|have|check|get|come|go|raise|tell|keep))\b`,
  ),
  cue(
    'announces',
    'says what is next',
    pattern`
      ^(?:so |then |right |ok(?:ay)? )*(?:i(?:'ll| will)|i've got|i(?:'m| am) (?:going|off|back|done)|let's|let me|
      we'll|that(?:'s| is| was)|it(?:'s| is) (?:working|fine|ok|clear|me|all)|it (?:works|worked|helped))\b`,
    'opening',
  ),
  cue(
    'tag-question',
    'ends with a tag',
    pattern`, (?:isn't it|aren't you|right|don't you|is it|haven't you|eh|no|do you think|didn't i|aren't we)\W*$`,
    'ask',
  ),
  cue(
    'dont',
    'asks for something not to be done',
    /^(?:please )?(?:don't|do not|stop|no need|never mind|quit)\b/,
    'opening',
  ),
  tellingCue(
    'no-content',
    'names nothing that could be looked up',
    pattern`
      ^(?:\W*(?:i|me|my|you|your|we|us|it|that|this|is|are|was|am|do|did|does|can|could|would|will|have|had|the|a|an|
      to|of|for|in|on|so|and|but|not|no|yes|ok|okay|what|who|how|why|where|please|again|now|then|here|there|ask|say|
      said|tell|mean|meant|know|go|get|got|need|help|want|think|see|back|more|one|other|thing|something|else|about|
      with|all|just|really|very|much|too|well|good|right|wrong|sure|understand|understood|question|answer|lot|bit|
      again|first|last|sorry|repeat|that's|i'm|it's|you're|don't|didn't|what's|let's|i'll|i've)\b)+\W*$`,
  ),
];
