import { cue, tellingCue, type Cue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

const WEATHER = anyOf(
  'weather rain raining rainy snow snowing sunny forecast umbrella temperature windy wind storm frost freeze cloudy humid thunderstorm',
);

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
