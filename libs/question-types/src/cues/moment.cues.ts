import { cue, type Cue, tellingCue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

/** Nouns that end like a participle: "is parking allowed" asks for a rule, not for what goes on. */
const NOUNS_IN_ING = anyOf(`
  anything beginning booking building camping ceiling clothing crossing drawing during evening everything heating king landing lightning
  meaning meeting morning mooring nothing opening painting parking path-finding pudding ring something spring starting string thing training
  wedding wing writing`);
const PARTICIPLE = `(?!${NOUNS_IN_ING}\\b)[\\w-]{2,}ing\\b`;
/** Words between an auxiliary and its participle. */
const UP_TO_FOUR_WORDS = "(?:[\\w'-]+ ){0,4}?";
const COME_ABOUT = anyOf(`
  arrived begun broken come cleared dropped ended finished fixed gone happened landed left melted opened passed paid quit rung said sailed
  sold started stopped turned won`);
const CROWDED = anyOf('full busy crowded packed rough slippery muddy loud foggy icy windy');

const WEATHER = anyOf(
  'weather rain raining rainy snow snowing sunny forecast umbrella temperature windy wind storm frost freeze cloudy humid thunderstorm',
);

/**
 * The moment of asking, by tense and aspect: the present ("is the lift working again"), the recent past ("has the rain
 * stopped"), the remainder. A document states lasting facts, not current events.
 */
export const MOMENT_CUES: readonly Cue[] = [
  cue(
    'going-on',
    'asks whether something is going on',
    pattern`^(?:is|are|isn't|aren't) (?!there |you )[\w'-]+ ${UP_TO_FOUR_WORDS}${PARTICIPLE}`,
    'ask',
  ),
  cue(
    'who-is-doing',
    'asks who or what is doing something',
    pattern`^(?:what|who|where|how|why)(?:'s| is| are) ${UP_TO_FOUR_WORDS}(?<!\b(?:the|an?|of|to|for|in|on) )${PARTICIPLE}`,
    'ask',
  ),
  cue(
    'come-about',
    'asks whether something has come about',
    pattern`^(?:has|have|hasn't|haven't) (?!you |we )[\w'-]+ ${UP_TO_FOUR_WORDS}${COME_ABOUT}\b`,
    'ask',
  ),
  cue(
    'state-at-the-end',
    'asks whether somebody or something is back, ready, over',
    /^(?:is|are|has|have) [^?]*\b(?:asleep|awake|back|back in|down|gone|here|off|out|over|ready|there|through|up)(?: yet)?\W*$/,
    'ask',
  ),
  cue(
    'whereabouts',
    'asks where somebody or something has got to',
    /^where(?:'s| is| are| has| have| did) (?:my|our|he|she|they|everyone|everybody)\b|\b(?:got to|gone to|gone)\W*$/,
    'ask',
  ),
  cue(
    'again-at-the-end',
    'asks whether something is so again',
    /\b(?:again|any ?more|any longer|so far|overnight|lately)\W*$/,
    'ask',
  ),
  cue(
    'what-is-left',
    'asks what is left',
    /\b(?:left|in stock|sold out|vacant)(?: today| tonight| now| for \w+)?\W*$/,
    'ask',
  ),
  cue(
    'how-full',
    'asks for a state that changes by the hour',
    pattern`^how ${CROWDED}\b|\b(?:queue|waiting time|the wait|traffic|outside)\b`,
    'ask',
  ),
  cue(
    'did-i',
    'asks what the asker has done',
    /\b(?:did|have|had|where do) i (?!(?:have|need|get|find|go)\b)\w+/,
    'ask',
  ),
  cue(
    'at-hour',
    'asks about an hour of this day',
    /\bat (?:the door|(?:one|two|three|four|five|six|seven|eight|nine|ten|\d\d?))\W*$/,
    'ask',
  ),
  cue(
    'next-one',
    'asks for the next of a kind',
    /\b(?:the|my|our) next (?!(?:to|in|after)\b)\w+|\bwho(?:'ll| will| is going to) be\b/,
    'ask',
  ),
  cue(
    'on-its-way',
    'asks how somebody or something is getting on',
    pattern`
      ^how(?:'s| is| are) [^?]*\b(?:doing|getting on|coming along|feeling|going|up there|outside|today)\W*$|
      ^how(?:'s| is) (?:my|our|mr|mrs|ms|dr|the (?:traffic|weather|snow|sea|patient)|[\w-]+'s)\b`,
    'ask',
  ),
  cue(
    'just-now-be',
    'asks who or what is somewhere just now',
    pattern`
      ^(?:who|what)(?:'s| is| are) (?:on air|on|ahead|playing|winning|there|in the lead|in front|up|wrong|happening|
      next|leading|at the door)\b`,
    'ask',
  ),
  cue(
    'polar-somebody',
    'asks whether somebody is somewhere',
    pattern`^(?:is|are|has|have|did|does) (?:anyone|anybody|someone|somebody|everybody|everyone|anything|he|she|they)\b`,
    'ask',
  ),
  cue('past-polar', 'asks whether something happened', /^did (?!(?:you|we|i)\b)/, 'ask'),
  tellingCue(
    'presently-where',
    'asks where somebody is just now',
    pattern`
      ^(?:where(?:'s| is| are)|how many|how(?:'s| is)|is|are|what's|what is)\b.*\b(?:right now|now|at the moment|
      at this moment|today|tonight|currently)\b`,
    'ask',
  ),
  tellingCue(
    'status-of-mine',
    'asks for a state that changes',
    pattern`
      \b(?:on time|delayed|cancelled|crowded|busy|online|lagging|
      (?:is|are) (?:\w+ ){1,5}(?:down|open|free|full|up|fit)\b.*(?:now|today|tonight|\?))`,
  ),
];

/** The present and the days around it, by their names, and what changes with them: weather, news, prices. */
export const TODAY_CUES: readonly Cue[] = [
  tellingCue(
    'right-now',
    'asks about this moment',
    pattern`
      \b(?:right now|at the moment|at this (?:very )?(?:moment|minute)|currently|just now|as we speak|live|
      this (?:very )?(?:minute|second|instant)|\bnow\W*$)`,
  ),
  tellingCue(
    'today',
    'asks about today',
    /\b(?:today|tonight|this (?:morning|afternoon|evening|weekend)|todays|today's|tonight's)\b/,
  ),
  cue(
    'tomorrow',
    'asks about what is to come',
    pattern`
      \b(?:tomorrow|next (?:week|weekend|month|year|summer|winter|spring|season|saturday|sunday|monday|friday)|
      on (?:saturday|sunday|thursday|friday|monday|tuesday|wednesday)|this saturday|in the future|some ?day|ever\b)\b`,
  ),
  tellingCue('last-night', 'asks about yesterday', /\b(?:last night|yesterday|this morning|the other day)\b/),
  cue('this-period', 'asks about this week or year', /\bthis (?:week|month|season|summer|winter|spring|autumn|year)\b/),
  tellingCue(
    'these-days',
    'asks about these days',
    pattern`
      \b(?:these days|this (?:evening|morning|minute|very)|next month|until christmas|at christmas|by midnight|
      in an hour|left tonight|outside my window)\b`,
  ),
  cue(
    'not-yet',
    'asks how things stand',
    pattern`
      \b(?:yet|still|already|at present|as of|presently|nowadays|last week|since this|right this|up to date|by now|
      go(?:ne|es)? through|current(?:ly)?(?! version| release| edition))\b`,
    'ask',
  ),
  cue('weather', 'asks about the weather', pattern`\b${WEATHER}\b`),
  tellingCue(
    'weather-soon',
    'asks about the weather of these days',
    pattern`
      \b${WEATHER}\b.*\b(?:today|tonight|tomorrow|now|like|outside|later|this|weekend|moment|gonna|going to|next|
      on)\b|
      \bwill (?:it|there|we)\b.*\b${WEATHER}\b`,
  ),
  tellingCue(
    'clock',
    'asks for the time',
    pattern`
      \b(?:what time is it|what day is it|what's the time|what is the time|current (?:time|date|price|rate)|
      what(?:'s| is) the date|what year is it)\b`,
  ),
  tellingCue(
    'news',
    'asks for news',
    pattern`
      \b(?:news|headlines?|trending|(?:the|current|latest|half-time) scores?|lottery|stock market|stocks?|shares?|
      bitcoin|crypto|exchange rate|traffic|delayed|on time|price of|worth in|horoscope|trend)\b`,
  ),
  tellingCue(
    'nearby',
    'asks about what is near',
    pattern`
      \b(?:nearest|near me|nearby|closest|around here|in town|on tv|on netflix|at the cinema|come over|from my window|
      traffic)\b`,
  ),
];
