const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const BE = set('be is am are was were been being');

export const HAVE = set('have has had having');

export const DO = set('do does did');

export const MODALS = set('will would shall should may might can could must ought');

export const NEGATORS = set('not never no nobody nothing none neither nor cannot without hardly barely');

export const ADVERBS = set(
  `now then still longer just already soon later finally again also only once twice meanwhile therefore however instead yet ever first both all
  each almost nearly badly fully well too itself himself herself themselves today yesterday tonight since thereupon afterwards so even
  eventually officially formally currently here there always often quite very completely permanently temporarily indefinitely briefly`,
);

export const PARTICLES = set('out off down up over away back on in through together apart along around aside');

export const PREPOSITIONS = set(
  `of in on at by for with from to into onto under over between among through during against about as near beside behind before after
  above below across within without until till towards toward upon off despite per via inside outside beyond around along like except
  because-of due since than`,
);

export const CONJUNCTIONS = set(
  'but because although though while whereas when if unless whether until once that which who whom whose where and or so nor as before after',
);

export const DETERMINERS = set(
  'the a an this that these those my your his her its our their some any every each no another both all several many few two three four five six seven eight nine ten',
);

export const CONDITIONS = set('if unless whether until till provided lest');

/** Verbs after which an infinitive has happened. */
export const IMPLICATIVE = set('manage have force succeed compel oblige dare proceed get help continue cause');

export const ATTEMPTS = set('try attempt fail struggle seek refuse decline neglect endeavour strive forget hesitate');

/** Verbs whose clause is what somebody says or thinks, not what is so. */
export const REPORTING = set(
  `say tell claim think believe hear report mention suggest warn ask wonder suspect expect reckon guess promise allege assert insist swear
  argue fear hope imagine dream pretend assume feel speculate rumour rumor propose threaten joke shout whisper cry boast predict recommend
  write want wish intend remember recall recount relate describe explain plan request demand offer doubt deny consider estimate`,
);

/** Words that make a whole sentence doubtful. */
export const HEARSAY =
  /\b(?:rumou?rs?|rumou?red|gossip|hearsay|allegedly|reportedly|supposedly|apparently|perhaps|maybe|probably|possibly|presumably|according to|dreams?|dreamed|dreamt|nightmare|legend|prophecy|vision|there is talk|word has it|some say|seems?|seemed|appears? to|is said|are said|was said|were said|thought to|believed to|feared|unconfirmed|suspected)\b/iu;

/** Nobody who answers for it. */
export const NOBODY_NAMED =
  /^(?:some|someone|somebody|people|they|others|nobody|anonymous|everyone|everybody|rumou?r|gossip|voice|talk|word|stranger|contractors|drivers|visitors)$/;
