/**
 * English words that carry no topic, with what an apostrophe leaves of contractions ("don", "t", "ll") and the words of
 * questions, which would otherwise find whatever is phrased as one. Lance drops stop words after stemming, so the
 * second list holds the stems of those that stemming changes.
 */
export const ENGLISH_STOP_WORDS: readonly string[] = [
  ...words(`
    a about above after again against all also am an and any are aren as at be because been before being below between
    both but by can cannot could couldn d did didn do does doesn doing don down during each few for from further had
    hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself ll m
    me more most my myself no nor not of off on once only or other our ours ourselves out over own re s same she should
    so some such t than that the their theirs them themselves then there these they this those through to too under
    until up ve very was wasn we were weren what when where which while who whom why will with would you your yours
    yourself yourselves`),
  ...words(`abov ani becaus befor doe dure onc onli ourselv themselv veri whi yourselv`),
];

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
