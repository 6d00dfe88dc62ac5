/** Verbs that take an object and mean something else with the two exchanged. */
export interface Verb {
  readonly base: string;
  /** He, she or it. */
  readonly third: string;
  readonly past: string;
  readonly participle: string;
}

const regular = (base: string): Verb => {
  const past = base.endsWith('e') ? `${base}d` : `${base}ed`;
  const third = /(?:s|sh|ch|x)$/.test(base) ? `${base}es` : `${base}s`;
  return { base, third, past, participle: past };
};
const verb = (base: string, third: string, past: string, participle = past): Verb => ({
  base,
  third,
  past,
  participle,
});

export const VERBS: readonly Verb[] = [
  ...[
    'accuse',
    'admire',
    'appoint',
    'arrest',
    'attack',
    'award',
    'blame',
    'command',
    'conquer',
    'consider',
    'contain',
    'create',
    'defeat',
    'describe',
    'design',
    'destroy',
    'develop',
    'direct',
    'discover',
    'employ',
    'enforce',
    'establish',
    'explore',
    'fear',
    'follow',
    'found',
    'govern',
    'guard',
    'head',
    'help',
    'inherit',
    'inspect',
    'invent',
    'kill',
    'lock',
    'manage',
    'mend',
    'murder',
    'obey',
    'observe',
    'open',
    'order',
    'own',
    'paint',
    'pass',
    'perform',
    'produce',
    'propose',
    'protect',
    'publish',
    'punish',
    'ransom',
    'record',
    'regulate',
    'release',
    'repair',
    'report',
    'rescue',
    'rule',
    'seal',
    'serve',
    'settle',
    'succeed',
    'sign',
    'sue',
    'survive',
    'threaten',
    'train',
    'treat',
    'trust',
    'use',
    'visit',
    'warn',
    'wound',
  ].map(regular),
  verb('bring', 'brings', 'brought'),
  verb('build', 'builds', 'built'),
  verb('buy', 'buys', 'bought'),
  verb('control', 'controls', 'controlled'),
  verb('supply', 'supplies', 'supplied'),
  verb('carry', 'carries', 'carried'),
  verb('draw', 'draws', 'drew', 'drawn'),
  verb('feed', 'feeds', 'fed'),
  verb('forgive', 'forgives', 'forgave', 'forgiven'),
  verb('give', 'gives', 'gave', 'given'),
  verb('hold', 'holds', 'held'),
  verb('keep', 'keeps', 'kept'),
  verb('know', 'knows', 'knew', 'known'),
  verb('lead', 'leads', 'led'),
  verb('lend', 'lends', 'lent'),
  verb('lose', 'loses', 'lost'),
  verb('make', 'makes', 'made'),
  verb('pay', 'pays', 'paid'),
  verb('run', 'runs', 'ran', 'run'),
  verb('sell', 'sells', 'sold'),
  verb('send', 'sends', 'sent'),
  verb('speak', 'speaks', 'spoke', 'spoken'),
  verb('steal', 'steals', 'stole', 'stolen'),
  verb('strike', 'strikes', 'struck'),
  verb('take', 'takes', 'took', 'taken'),
  verb('teach', 'teaches', 'taught'),
  verb('tell', 'tells', 'told'),
  verb('wear', 'wears', 'wore', 'worn'),
  verb('write', 'writes', 'wrote', 'written'),
];

export const THIRD_PATTERN = VERBS.map(({ third }) => third).join('|');
export const PAST_PATTERN = VERBS.map(({ past }) => past).join('|');
export const PARTICIPLE_PATTERN = VERBS.map(({ participle }) => participle).join('|');

export function verbByThird(form: string): Verb | undefined {
  return VERBS.find(({ third }) => third === form);
}

export function verbByPast(form: string): Verb | undefined {
  return VERBS.find(({ past }) => past === form);
}

export function verbByParticiple(form: string): Verb | undefined {
  return VERBS.find(({ participle }) => participle === form);
}
