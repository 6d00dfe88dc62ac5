import { listedUnits, type NamedUnit } from './listed-units.js';
import { after, cutAt, isPhrase, sentenceOf, withoutArticle, withoutEnds } from './phrases.js';

const POINTS = [
  /^(?:how many|what) (?:points|pts) (?:do|does|would|will|are|is|for) /i,
  /^what(?:'s|’s| is| are) the (?:(?:points?|pts) )?(?:costs?|price|points|value) (?:for|of) /i,
  /^(?:the )?(?:(?:points?|pts)(?: costs?| values?)?|costs?|price) (?:for|of) /i,
  /^how (?:much|expensive) (?:is|are|would be) /i,
];
/** Of these the end has to say that points are asked for. */
const COSTS = [/^(?:what|how much) (?:do|does|would|will) /i, /^how many (?:points|pts) /i];
const TO_TAKE = [/^it (?:cost|take)s? (?:me |us )?to (?:take|field|have|get|buy|include|add|run|play) /i];
const TOGETHER = ['in all', 'in total', 'in points', 'together', 'altogether', 'me'];
const COST = ['cost', 'costs', 'worth', 'come to'];
/** Endings of short questions for points: "Monolith points?" */
const PHRASES = 'points cost,point cost,points value,how many points,how much,points,pts,cost,price'.split(',');
/** Faction of the units: "10 warriors for Necrons", "2 Carnifexes in a Tyranids army". */
const IN_ARMY = / in (?:an?|the|my) ([\p{L}'’ -]{1,60}) (?:army|list|force)$/iu;
const HAVING_NO_MORE = / (?:army|list|force)$/i;

export interface AskedPoints {
  readonly units: NamedUnit[];
  readonly faction?: string;
}

/** The units whose points a question asks for; null where it asks something else. */
export function askedPoints(question: string): AskedPoints | null {
  const sentence = sentenceOf(question);
  if (sentence === null) return null;
  const sure = after(sentence, POINTS) ?? phraseOf(sentence);
  const said = sure ?? after(sentence, COSTS);
  if (said === undefined) return null;
  const { text, faction } = takeFaction(withoutEnds(said, TOGETHER));
  const taken = after(text, TO_TAKE);
  const all = withoutEnds(taken ?? text, TOGETHER);
  if (sure === undefined && taken === undefined && withoutEnds(all, COST) === all) return null;
  const units = listedUnits(withoutEnds(all, [...COST, ...TOGETHER, 'etc', 'and so on']).replace(/,$/, ''));
  return units.length === 0 ? null : { units, ...(faction !== undefined && { faction }) };
}

/** "10 Necron Warriors: how many points" → "10 Necron Warriors" */
function phraseOf(sentence: string): string | undefined {
  const before = withoutEnds(sentence, PHRASES);
  return before === sentence || !isPhrase(before) || /\b(?:list|army|roster)\b/i.test(before)
    ? undefined
    : before.replace(/[:,]$/, '');
}

function takeFaction(text: string): { readonly text: string; readonly faction?: string } {
  const army = IN_ARMY.exec(text);
  if (army?.[1] !== undefined) return { text: text.slice(0, army.index), faction: withoutArticle(army[1]) };
  const cut = cutAt(text, ['for']);
  if (!cut || cut.before === '' || cut.after === '') return { text };
  return { text: cut.before, faction: withoutArticle(cut.after).replace(HAVING_NO_MORE, '') };
}
