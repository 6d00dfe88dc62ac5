/**
 * English function words, normalised: articles, pronouns, auxiliaries, prepositions, conjunctions and the adverbs that
 * carry no subject matter. Negators (not, no, never, without) are among them, since they do not help to find a passage;
 * whoever checks a claim reads them with `negationsIn`.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those
   i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
   myself yourself himself herself itself ourselves themselves
   who whom whose which what when where why how there here
   am is are was were be been being do does did doing done have has had having
   can could may might must shall should will would
   not no nor never cannot
   and or but if then else than because while although though whether so as
   of in on at by for from to with without into onto upon over under about above below between through during
   before after against among within out up down off per via
   again also any all both each either neither every some such same other only own too very just more most
   don't doesn't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't hasn't haven't hadn't
   i'm i've i'd i'll you're you've you'll he'd he'll she'd she'll we're we've we'll they're they've they'll
   it'll that'd there'd let's ain't mustn't`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
