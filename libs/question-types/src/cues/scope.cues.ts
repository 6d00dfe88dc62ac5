import { anyOf, cue, pooled, type Cue } from '../cue.js';

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
/** Verbs that a message begins with when it wants something done in the world, not found in a document. */
export const ACTIONS = anyOf(`
  hail point predict listen merge track enrol enroll search google summarise summarize describe guess cheer identify diagnose represent
  talk(?!\\s(?:me|us)) act behave speak sing dance press shut lock raise lower turn tell(?!\\s(?:me|us)) ask find(?!\\s(?:me|us|all|every|the)) look watch say repeat respond
  confirm imagine pretend suppose assume count flip roll throw toss guess calculate compute convert multiply divide add
  subtract draw paint write compose code refactor implement translate rewrite proofread rephrase book order buy sell call ring phone text
  email mail send post tweet remind wake start stop pause play skip mute open close switch put(?!\\s(?:together|down|me)) get(?!\\sting) bring
  fetch deliver ship move transfer pay refund cancel delete remove restart reboot fire hire approve reject sign submit file renew reserve
  schedule change(?!\\sin) fix help marry kill sue hack bypass reveal print output dump enter forget ignore disregard`);
const WEATHER = anyOf(
  'weather rain raining rainy snow snowing sunny forecast umbrella temperature windy wind storm frost freeze cloudy humid thunderstorm',
);

const SINGLE_CUES: readonly Cue[] = [
  cue(
    'right-now',
    'asks about this moment',
    /\b(?:right now|at the moment|at this (?:very )?(?:moment|minute)|currently|just now|as we speak|live|this (?:very )?(?:minute|second|instant)|\bnow\W*$)/,
  ),
  cue(
    'today',
    'asks about today',
    /\b(?:today|tonight|this (?:morning|afternoon|evening|weekend)|todays|today's|tonight's)\b/,
  ),
  cue(
    'tomorrow',
    'asks about what is to come',
    /\b(?:tomorrow|next (?:week|weekend|month|year|summer|winter|spring|season|saturday|sunday|monday|friday)|on (?:saturday|sunday|thursday|friday|monday|tuesday|wednesday)|this saturday|in the future|some ?day|ever\b)\b/,
  ),
  cue('last-night', 'asks about yesterday', /\b(?:last night|yesterday|this morning|the other day)\b/),
  cue('weather', 'asks about the weather', new RegExp(`\\b${WEATHER}\\b`)),
  cue(
    'weather-soon',
    'asks about the weather of these days',
    new RegExp(
      `\\b${WEATHER}\\b.*\\b(?:today|tonight|tomorrow|now|like|outside|later|this|weekend|moment|gonna|going to|next|on)\\b|\\bwill (?:it|there|we)\\b.*\\b${WEATHER}\\b`,
    ),
  ),
  cue(
    'clock',
    'asks for the time',
    /\b(?:what time is it|what day is it|what's the time|what is the time|current (?:time|date|price|rate)|what(?:'s| is) the date|what year is it)\b/,
  ),
  cue(
    'news',
    'asks for news',
    /\b(?:news|headlines?|trending|(?:the|current|latest|half-time) scores?|lottery|stock market|stocks?|shares?|bitcoin|crypto|exchange rate|traffic|delayed|on time|price of|worth in|horoscope|trend)\b/,
  ),
  cue('creates', 'asks for something to be written or drawn', new RegExp(`^(?:help me )?${CREATING}\\b`), 'ask'),
  cue(
    'work-of-art',
    'asks for a work of art',
    new RegExp(
      `\\b(?:write|compose|draft|draw|sing|paint|invent|generate|rewrite|improvise|craft|tell|make|give|create|come up with|think of|finish|continue)\\b[^?.]*\\b${WORK_OF_ART}\\b`,
    ),
    'ask',
  ),
  cue(
    'come-up-with',
    'asks for an invention',
    /\b(?:come up with|think up|make up|brainstorm|invent|imagine|pretend|role-?play|make me laugh|entertain|surprise|cheer me|motivate|inspire)\b/,
  ),
  cue(
    'sums',
    'asks for a sum',
    /\d\s*(?:[+*×x/÷^-]|plus|minus|times|divided by|multiplied by|percent|%)\s*(?:of\s*)?(?:\d|x\b)|\b(?:calculate|square root|cube root|solve (?:for|the equation|x)|factorial|convert|derivative|integral|prime|equation|multiply|divide|add up|sum of|how many \w+ (?:is|are|in) \d|logarithm|count (?:to|backwards|down))\b|\d+ ?% of/,
  ),
  cue(
    'chance',
    'asks for chance',
    /\b(?:flip a coin|heads or tails|roll (?:a|an|the|two|some|\d*d?\d*)|random|pick a (?:card|number)|throw a dice|dice for me)\b/,
  ),
  cue(
    'translates',
    'asks for a translation',
    /\b(?:translate|translation|how do you say|in (?:spanish|french|german|italian|japanese|chinese|latin|russian|portuguese|dutch|korean|arabic)|into (?:spanish|french|german|english|italian|japanese|latin))\b/,
  ),
  cue(
    'programs',
    'asks for code',
    /\b(?:python|javascript|java|sql|regex|regexp|html|css|c\+\+|rust|bash|typescript|function that|snake game|my code|debug|code (?:a|me|an)|source code|typeerror|program that|script that|excel formula)\b/,
  ),
  cue('errand', 'asks for an errand', new RegExp(`^${ERRANDS}\\b(?! (?:me |us )?(?:the )?(?:steps|list))`), 'ask'),
  cue(
    'errand-for-me',
    'asks for an errand',
    new RegExp(
      `^(?!make\\b|build\\b|get\\b|find\\b)${ERRANDS}\\b.*\\b(?:for me|me an?|my|our|him|her|them|to (?:him|her|them|tom|mum|mom|dad)|us)\\b`,
    ),
    'ask',
  ),
  cue('for-me', 'wants it done', /\b(?:for me|on my behalf|do (?:my|it)|for us)\b/),
  cue(
    'opinion',
    'asks for an opinion',
    /\b(?:(?:do|did|would|what|how|who|which|don't) (?:\w+ ){0,4}you (?:think|feel|like|love|prefer|believe|recommend|want|enjoy|rather|dream|hate|agree|choose|pick|vote|be)|in your (?:opinion|view)|your (?:favou?rite|opinion|thoughts?|view|take)|you personally|would you rather|is it (?:wrong|right|fair|immoral) to)\b/,
  ),
  cue(
    'taste',
    'asks for a judgement of taste',
    /\b(?:best|most beautiful|prettiest|ugliest|coolest|nicest|funniest|smartest|sexiest|greatest|overrated|underrated|good person|bad person|idiot|stupid|ugly|pretty|beautiful|crooks?|evil|boring|just\W*$|nice person|happy|happier)\b.*(?:\bin the world|\bof all time|\bever|\bin town|\bto buy|\?|$)/,
  ),
  cue(
    'advice',
    'asks for advice on life',
    /^(?:should|shall) (?:i|we)\b|\b(?:what|who|where|which) (?:\w+ ){0,3}(?:should|shall) (?:i|we) (?:wear|eat|have|cook|vote|marry|buy|watch|play|do with|name|choose|date|study|invest|give|get|text|say)\b/,
    'ask',
  ),
  cue(
    'self-judgement',
    'asks to be judged',
    /^(?:am i(?! (?:allowed|covered|eligible|entitled|required|supposed|able|insured))|are my|is my|was i|do i (?:look|have|seem|smell)|will i|would i|did i|can i see|have i|how (?:am|good|smart) i)\b/,
    'ask',
  ),
  cue(
    'my-own-life',
    'asks about the asker’s own life',
    /\b(?:my (?:husband|wife|girlfriend|boyfriend|ex|mum|mom|dad|mother|father|kids?|neighbou?r|friends?|boss|colleague|bank|fridge|arm|phone|dog|cat|garden|soup|homework|emails?|code|life|crush|bees|case|taxes|tax return|partner|son|daughter|sister|brother|grandmother|head|stomach|back|weight|suitcase|inbox|account balance|salary|calendar|future|flat|car keys))\b/,
  ),
  cue(
    'feelings',
    'tells of feelings',
    /\bi (?:feel|am sad|am bored|hate my|am lonely|miss (?:you|my|him|her)|love my|am so)\b|\bi'm (?:sad|bored|lonely|depressed|so|hungry|in love|scared|angry|worried)\b/,
  ),
  cue(
    'will-happen',
    'asks what will happen',
    /^(?:will|is|are)\b(?! (?:i|we|my) (?:need|have|get a))[^?]*\b(?:win|rise|fall|rain|pass|happen|go up|go down|crash|end|die|be rich|get promoted|come back|get frost|be famous|recover|drop|increase|going to|ever|next|this|tonight|tomorrow)\b|\b(?:gonna|going to) (?:win|rain|be|happen|snow|die|end|lose|beat)\b|\bwho (?:will|would) (?:win|lift|be|become|get|take)\b|\bhow (?:will|much .* will|many .* will)\b/,
    'ask',
  ),
  cue('will', 'speaks of the future', /\b(?:will|gonna|going to|won't|'ll)\b/),
  cue('this-period', 'asks about this week or year', /\bthis (?:week|month|season|summer|winter|spring|autumn|year)\b/),
  cue(
    'writes-a-whole',
    'asks for something useful to be written',
    /^(?:write|draft|generate|create|produce|compile|prepare|make)\b[^?]*\b(?:lists?|checklists?|ingredients|menu|table|timeline|schedule|timetable|agenda|plan|overview|guide|summary|warm-up|roster|rota|chart|inventory|itinerary)\b/,
    'ask',
  ),
  cue('action', 'wants something done', new RegExp(`^${ACTIONS}\\b`), 'ask'),
  cue(
    'not-yet',
    'asks how things stand',
    /\b(?:yet|still|already|at present|as of|presently|nowadays|last week|since this|right this|up to date|by now|go(?:ne|es)? through|current(?:ly)?(?! version| release| edition))\b/,
    'ask',
  ),
  cue(
    'converts',
    'asks for a conversion',
    /\bhow (?:much|many) [^?]*\b(?:is|are|in) (?:\d|one\b)|\b\d[\d.,]* ?(?:kg|km|miles|pounds|euros?|dollars|krona|celsius|fahrenheit|inches|feet|metres|litres)\b in\b|\brhymes? with\b/,
  ),
  cue(
    'taste-word',
    'asks for a judgement of taste',
    /\b(?:nice|nicest|tast(?:y|ier|iest)|sad|best-looking|good-looking|overrated|underrated|favou?rite|greatest|coolest|worth it|just for fun|true one|honest(?:ly)?|humble|easiest grader|moves you|real\W*$|crime|nonsense|moral|immoral|fair\W*$|deserve[sd]?|boring|cute|sexy|awful|crazy|weird)\b/,
  ),
  cue(
    'of-me',
    'asks about the asker',
    /\b(?:am i|do i|did i|have i|will i|was i|i'm|i am)\b.*\?|\b(?:me|i)\W*$/,
    'ask',
  ),
  cue(
    'this-thing',
    'points at what only the asker sees',
    /\b(?:this|these) (?:photo|picture|image|noise|sound|pills?|plant|chicken|code|class|loop|function|stack trace|paragraph|text|bird|mole|rash|song|shoes|parcel|paper|message|email)\b|\bhere's a\b/,
  ),
  cue(
    'what-if',
    'asks what might have been',
    /\b(?:what would (?:have|happen|the world)|what if|would have happened|if .* had (?:lived|won|not|never)|if i were|which \w+ would you)\b/,
  ),
  cue(
    'prompt-attack',
    'tries to change what the assistant is',
    /\b(?:ignore (?:all|your|the|any|previous)|disregard|previous instructions|system prompt|hidden instructions|you are now|pretend (?:to be|you|that)|act as|act like|jailbreak|dan\b.*anything|no rules|developer mode|guidelines|admin password|words above|your (?:instructions|prompt|rules|training|programming|source code|password|api key|secret)|unfiltered|without restrictions|reveal your|print your)\b/,
  ),
  cue(
    'harm',
    'asks for what does harm',
    /\b(?:bomb|hack|steal|poison (?:my|someone|him|her)|kill (?:my|someone|myself|him|her)|weapon at home|cheat on|pirate|crack the|drugs at|forge|counterfeit|blackmail|stalk)\b/,
  ),
  cue(
    'will-question',
    'asks about the future',
    /^(?:will|(?:what|where|when|who|how \w+|which \w+) will)\b|\b(?:still|ever) (?:win|be|have)\b/,
    'ask',
  ),
  cue(
    'these-days',
    'asks about these days',
    /\b(?:these days|this (?:evening|morning|minute|very)|next month|until christmas|at christmas|by midnight|in an hour|left tonight|outside my window)\b/,
  ),
  cue(
    'if-you',
    'asks the assistant to imagine',
    /\b(?:if you (?:could|were|had)|would you (?:do|be|marry|rather|choose|pick|say|go|live)|in my place|do you reckon|you reckon|make of|what do you say|would \w+ have (?:won|lost|been))\b/,
  ),
  cue(
    'me-object',
    'speaks of feelings towards the asker',
    /\b(?:love|like|hate|ignore|miss|want|hurt|suit|trust)s? me\b|\bgo with my\b|\bshould i (?:be worried|take|leave|break|buy|marry|quit|tell|trust|stay)\b/,
  ),
  cue(
    'guess',
    'proposes a game',
    /\b(?:let's play|guess|twenty questions|play a game|be (?:our|my) \w+|truth or dare|hangman|entertain|bored)\b/,
  ),
  cue(
    'puts-into',
    'asks to have something put into other words',
    /\b(?:put|say|write) (?:this|that|it|[\w ]+) (?:into|in) (?:french|german|spanish|italian|latin|english|\w+ese)\b|\bspell\b/,
  ),
  cue(
    'letter',
    'asks for a text to be written',
    new RegExp(`^(?:please )?(?:${CREATING}|put|make)\\b[^?]*\\b${WORK_OF_ART}\\b`),
    'ask',
  ),
  cue(
    'my-something',
    'speaks of something of the asker’s',
    /\bmy (?!(?:account|policy|contract|card|passport|order|bike|thesis|licence|license|permit|team|manager|employer|landlord|plan|room|password|first|last|next|users?|app|server|data|name|question)\b)\w+/,
  ),
  cue(
    'metaphysics',
    'asks what nobody knows',
    /\b(?:meaning of life|god exist|is there (?:a god|life after)|afterlife|believe in|fate of the world|aliens|universe end|end of the world|free will|purpose of life|happiness)\b/,
  ),
  cue(
    'politics',
    'asks about politics of the day',
    /\b(?:vote for|president|election|political part(?:y|ies)|politics|politicians?|prime minister|death penalty|abortion|democrats?|republicans?|immigration)\b/,
  ),
  cue(
    'nearby',
    'asks about what is near',
    /\b(?:nearest|near me|nearby|closest|around here|in town|on tv|on netflix|at the cinema|come over|from my window|traffic)\b/,
  ),
  cue(
    'recommend',
    'asks for a recommendation',
    /\b(?:recommend|suggest|any (?:good|recommendations|ideas|suggestions|tips)|what's a good)\b/,
  ),
  cue(
    'presently-where',
    'asks where somebody is just now',
    /^(?:where(?:'s| is| are)|how many|how(?:'s| is)|is|are|what's|what is)\b.*\b(?:right now|now|at the moment|at this moment|today|tonight|currently)\b/,
    'ask',
  ),
  cue(
    'status-of-mine',
    'asks for a state that changes',
    /\b(?:on time|delayed|cancelled|crowded|busy|online|lagging|(?:is|are) (?:\w+ ){1,5}(?:down|open|free|full|up|fit)\b.*(?:now|today|tonight|\?))/,
  ),
  cue(
    'private',
    'asks about private matters',
    /\b(?:how much (?:does|do) (?:my|our|mr|mrs|the boss|\w+) .*(?:earn|make|weigh)|bank balance|password|home address|phone number of my|maiden name|social security|credit card)\b/,
  ),
];

/** Those that tell the kind by themselves: what one of them is worth is learnt from all of them. */
const TELLING = `
  weather-soon clock work-of-art come-up-with sums chance translates programs errand-for-me opinion advice self-judgement my-own-life feelings will-happen what-if prompt-attack harm metaphysics presently-where private last-night right-now news nearby status-of-mine today these-days if-you me-object guess puts-into letter this-thing converts`;

/** What no document can give: the present moment, opinions, works of art, sums, errands, secrets. */
export const SCOPE_CUES: readonly Cue[] = [
  ...SINGLE_CUES,
  pooled('any-out-of-scope', 'asks for what no document gives', SINGLE_CUES, TELLING),
];
