import { cue, type Cue, tellingCue } from '../cue.js';
import { ACTIONS, anyOf, pattern } from '../pattern.js';

const WORK_OF_ART =
  anyOf(`poem poems haiku limerick sonnet song songs lyrics ballad shanty story stories tale essay joke jokes riddle rap novel script speech
  card slogan tagline tweet blog post cover resume cv email e-mail letter text message diary review caption toast rhyme rhymes rhyming verse
  picture image drawing logo sketch painting name names nickname myth fanfic dialogue monologue superhero headline paragraph article screenplay play pun puns`);
const CREATING = anyOf(
  'write compose draft draw sing paint invent imagine generate rewrite sketch rhyme improvise proofread translate code paraphrase craft',
);

const ERRANDS =
  anyOf(`book order buy call send remind set turn play open cancel delete restart pay email text message post schedule reserve switch lock unlock start
  stop renew approve fire hire check file submit sign transfer reboot shut dim stream download upload install print fix refund ring phone deliver deploy log make add
  ship close charge track wake put get switch mute sue implement refactor confirm mail email print feed water`);

/** Works that are to be made: poems, translations, code, sums, games. */
export const CREATION_CUES: readonly Cue[] = [
  cue('creates', 'asks for something to be written or drawn', pattern`^(?:help me )?${CREATING}\b`, 'ask'),
  tellingCue(
    'work-of-art',
    'asks for a work of art',
    pattern`
      \b(?:write|compose|draft|draw|sing|paint|invent|generate|rewrite|improvise|craft|tell|make|give|create|
      come up with|think of|finish|continue)\b[^?.]*\b${WORK_OF_ART}\b`,
    'ask',
  ),
  tellingCue(
    'come-up-with',
    'asks for an invention',
    pattern`
      \b(?:come up with|think up|make up|brainstorm|invent|imagine|pretend|role-?play|make me laugh|entertain|
      surprise|cheer me|motivate|inspire)\b`,
  ),
  tellingCue(
    'letter',
    'asks for a text to be written',
    pattern`^(?:please )?(?:${CREATING}|put|make)\b[^?]*\b${WORK_OF_ART}\b`,
    'ask',
  ),
  tellingCue(
    'puts-into',
    'asks to have something put into other words',
    pattern`
      \b(?:put|say|write) (?:this|that|it|[\w ]+) (?:into|in) (?:french|german|spanish|italian|latin|english|
      \w+ese)\b|
      \bspell\b`,
  ),
  tellingCue(
    'translates',
    'asks for a translation',
    pattern`
      \b(?:translate|translation|how do you say|
      in (?:spanish|french|german|italian|japanese|chinese|latin|russian|portuguese|dutch|korean|arabic)|
      into (?:spanish|french|german|english|italian|japanese|latin))\b`,
  ),
  tellingCue(
    'programs',
    'asks for code',
    pattern`
      \b(?:python|javascript|java|sql|regex|regexp|html|css|c\+\+|rust|bash|typescript|function that|snake game|
      my code|debug|code (?:a|me|an)|source code|typeerror|program that|script that|excel formula)\b`,
  ),
  tellingCue(
    'sums',
    'asks for a sum',
    pattern`
      \d ?(?:[+*×x/÷^-]|plus|minus|times|divided by|multiplied by|percent|%) ?(?:of ?)?(?:\d|x\b)|
      \b(?:calculate|square root|cube root|solve (?:for|the equation|x)|factorial|convert|derivative|integral|prime|
      equation|multiply|divide|add up|sum of|how many \w+ (?:is|are|in) \d|logarithm|count (?:to|backwards|down))\b|
      \d ?% of`,
  ),
  tellingCue(
    'converts',
    'asks for a conversion',
    pattern`
      \bhow (?:much|many) [^?]*\b(?:is|are|in) (?:\d|one\b)|
      \b\d[\d.,]* ?(?:kg|km|miles|pounds|euros?|dollars|krona|celsius|fahrenheit|inches|feet|metres|litres)\b in\b|
      \brhymes? with\b`,
  ),
  tellingCue(
    'chance',
    'asks for chance',
    pattern`
      \b(?:flip a coin|heads or tails|roll (?:a|an|the|two|some|\d*(?:d\d*)?)|random|pick a (?:card|number)|throw a dice|
      dice for me)\b`,
  ),
  tellingCue(
    'guess',
    'proposes a game',
    pattern`\b(?:let's play|guess|twenty questions|play a game|be (?:our|my) \w+|truth or dare|hangman|entertain|bored)\b`,
  ),
  cue(
    'bare-wish',
    'names a wish and nothing else',
    pattern`
      ^(?:an? )?(?:weather|joke|song|poem|story|horoscope|news|lottery|riddle|
      time)\b(?: (?:about|on|for|in|now|please)\b.*|\W*)$`,
    'ask',
  ),
];

/** Deeds that are to be done in the world. */
export const ERRAND_CUES: readonly Cue[] = [
  cue('errand', 'asks for an errand', pattern`^${ERRANDS}\b(?! (?:me |us )?(?:the )?(?:steps|list))`, 'ask'),
  tellingCue(
    'errand-for-me',
    'asks for an errand',
    pattern`
      ^(?!make\b|build\b|get\b|find\b)${ERRANDS}\b.*\b(?:for me|me an?|my|our|him|her|them|
      to (?:him|her|them|tom|mum|mom|dad)|us)\b`,
    'ask',
  ),
  cue('for-me', 'wants it done', /\b(?:for me|on my behalf|do (?:my|it)|for us)\b/),
  cue('action', 'wants something done', pattern`^${ACTIONS}\b`, 'ask'),
];
