import { cue, type Cue, tellingCue } from '../cue.js';
import { ACTIONS, anyOf, NUMBER, pattern, PLURAL } from '../pattern.js';

const BUILDING = anyOf(
  'make build create draw draft put plan assemble compile compose design prepare suggest recommend propose pick choose give write form generate construct produce',
);
const BUILT =
  anyOf(`list lists roster rota inventory army party crew team squad itinerary set overview catalogue catalog table menu plan schedule timetable checklist
  deck programme program kit route playlist repertoire selection bundle loadout lineup line-up collection budget agenda tour package calendar timeline
  curriculum syllabus sheet portfolio weekend week dinners dinner meals eleven route modules roster outfit build list-building fleet lineup diet scheme`);

/** Something that is to be put together within limits. */
export const CONSTRUCTION_CUES: readonly Cue[] = [
  tellingCue(
    'numbered-things',
    'names how many are wanted',
    pattern`^(?!${ACTIONS}\b)(?:[\w']+ ){0,4}${NUMBER} (?:[\w'-]+ ){0,3}${PLURAL}\b`,
    'ask',
  ),
  tellingCue(
    'builds-within-limits',
    'asks to put something together within limits',
    pattern`
      \b(?:${BUILDING}|plan|sketch|work out|set up|come up|help me|pick|need|got|have)\b[^?]*\b(?:under|below|within|
      at most|at least|no more|up to|nobody|no one|nothing|max|maximum|minimum|only|without|skips?|over|none|for less|
      not exceeding|budget|vegetarian|each)\b`,
  ),
  cue(
    'plans',
    'asks for a plan',
    pattern`
      \b(?:plan|sketch(?: out)?|work out|lay out|map out|put (?:me )?together|draw up|set up|pick me|
      help me (?:plan|put|pick|build)|suggest)\b[^?]*\b(?:for|of|with|that|in)\b`,
  ),
  cue(
    'builds',
    'asks to put something together',
    pattern`
      ^(?:i need |
      i want |i'd like )?(?:help me )?${BUILDING}\b(?: me| us| up| together| out)*(?: an?| the| my| our| some)?\b`,
    'ask',
  ),
  tellingCue('builds-a-whole', 'asks to put a whole together', pattern`\b${BUILDING}\b[^?.]*\b${BUILT}\b`),
  cue('whole', 'speaks of something put together', pattern`\b${BUILT}\b`),
  cue(
    'constraint',
    'sets limits',
    pattern`
      \b(?:under|below|within|at most|at least|no more than|up to|fewer than|less than|more than|not more than|max|
      maximum|minimum|only|without|none|no|over|between|excluding|except|including|with a budget|
      for under)\b.{0,20}(?:\d|euros?|dollars?|pounds?|points?|hours?|minutes?|miles|km|pages|people|nuts|meat|
      weights|cavalry|cost)|
      \b(?:without|no) \w+s?\W*$`,
  ),
  tellingCue(
    'sized',
    'gives a size',
    pattern`
      \b\d[\d,.]*[- ](?:points?|pts|week|day|hour|minute|litre|liter|card|page|course|euro|person|people|man|player|
      night|month|year)s?\b|
      \b(?:one|two|three|four|five|six|seven|ten|twelve)-(?:week|day|hour|course|month|night|year|person|man|player)\b`,
  ),
  cue(
    'writes-a-whole',
    'asks for something useful to be written',
    pattern`
      ^(?:write|draft|generate|create|produce|compile|prepare|make)\b[^?]*\b(?:lists?|checklists?|ingredients|menu|
      table|timeline|schedule|timetable|agenda|plan|overview|guide|summary|warm-up|roster|rota|chart|inventory|
      itinerary)\b`,
    'ask',
  ),
];
