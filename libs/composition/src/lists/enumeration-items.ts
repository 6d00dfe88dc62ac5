import type { Span } from '@arbiter/text';

/** Announces items; what stands before it is none. */
const CUE =
  /(?:\b(?:such as|including|includes?|included|namely|consists? of|consisted of|comprises?|comprised|composed of|made up of|for example|for instance|e\.g\.|i\.e\.|called|named|like|both|either)|:)\s*,?\s*(?=\S)/giu;
/** The same where a comma stands before it. */
const ANNOUNCES = /^\s*(?:such as|including|namely|for example|for instance|e\.g\.|like)\s/i;
/** A verb before items: "The quarters are …", "It sells …". */
const VERB =
  /\b(?:is|are|was|were|be|has|have|had|hold|holds|held|sells?|sold|offers?|offered|contains?|contained|needs?|needed|requires?|required|brings?|brought|supports?|covers?|serves?|served|uses?|used|takes?|took|wears?|wore|carry|carries|carried|owns?|owned|grows?|makes?|made|employs?|treats?|lists?|names?|knows?|knew|gets?|got|receives?|received|gives?|gave|buys?|bought|eats?|ate|visit|visits|visited|keeps?|kept|deduct|deducts|see|sees|saw|met|meets?|speaks?|spoke|plays?|teach|teaches|taught)\s+/giu;
const AFTER_VERB = /^(?:\p{Ll}+\s+)?(?:in|at|on|from|for|with|by|to|into|through|under|over|against|among|about)\s+/u;
const PREPOSITION = /\b(?:in|at|on|of|from|for|with|by|to|into|through|under|over|against|among|as|than|about)\s+/giu;
/** Where the last item ends: what follows says something of all of them. */
const AFTER_LAST =
  /\s+(?:is|are|was|were|has|have|had|make|makes|made|form|lie|stand|live|belong|come|go|run|must|may|can|will|should|do|does|did|who|which|that|where|when|while|because|if|unless|but|so|before|after|until|since|cost|share|each|all|there|apply|applies|count)\b|\s*[;(–—]/iu;
const CONJUNCTION = /^(?:and|or|nor|&|as well as|plus)\s+/iu;
const JOINS = /\s(?:and|or|nor|&|as well as|plus)\s+/gi;
const NO_ITEM =
  /^(?:it|he|she|they|we|you|i|there|this|that|these|those|who|which|where|when|while|if|unless|because|but|so|then|is|are|was|were|has|have|had|does|do|did|can|will|must|may|should|although|though|since|until|not|never|been|being|now)\b/iu;
/**
 * Begins with a verb: one that a determiner or a pronoun follows ("hoist a pennant", "carried it out"), a participle before
 * a preposition ("held for a night"), or a usual verb ("lives in Ostreach").
 */
const PREDICATE =
  /^(?:\p{Ll}+\s+(?:an?|the|its|his|her|their|our|your|my|it|him|them|us|himself|herself|itself|themselves)\b|\p{Ll}+ed\s+(?:in|at|on|of|by|for|to|from|with|before|after|through|up|out|down|\p{L}+\s+times|again|most)\b|(?:laid|held|kept|sold|put|set|taken|sent|left|brought|made|given|hung|paid|cut|refused|changed|took|came|went|died)\b|(?:lives?|meets?|returns?|goes|comes|runs|stands|lies|works|speaks|rules|sails|hangs|turns|sits|tells?|says?|say|knows?|leads?|ends|begins|serves|gives|gets|drinks)\s+(?:in|at|on|by|for|to|from|with|of|through|up|out|down|nothing|against|into|under|over|as)\b)/u;
/** "marks wrecks", "weighs 290 pounds": no plural stands before another noun, but for a few. */
const THIRD_PERSON =
  /^(?!(?:sports|sales|savings|customs|arms|news|goods|works|claims|means)\s)\p{Ll}+[^s\P{Ll}]s\s+(?!(?:of|in|at|on|for|from|with|by|to|and|or|that|which|who|whose|made|used|worn|sold|above|below|over|under|per|without|between|than|as|about|near|not|only|after|before|where|when|into|against|left|due|during|up|abroad|alone|each)\b)[\p{L}\d]/u;
const BEGINS_WITH_PREPOSITION =
  /^(?:in|at|on|from|for|with|without|by|to|into|through|under|over|against|among|about|during|after|before)\s/iu;
const APPOSITION = /^(?:the|an?|who|which|whose|where|his|her|its|their|once|now|formerly)\s+\p{Ll}/u;
/** A name, and what follows it in lower case is none of it: "and Corin Ash keep a light". */
const LAST_NAME =
  /^\s*(?:(?:and|or|nor|&|as well as|plus)\s+)?(?:[Tt]he\s)?\p{Lu}[^\s]*(?:\s(?:(?:of|de|von|van|the)\s)*\p{Lu}[^\s]*)*(?=\s+\p{Ll})/u;
const FINAL_ITEM = /^(?:etc\.?|and so on|and so forth|among others|others|more|and more)$/i;
const DETERMINER =
  /\b(?:an?|the|one|two|three|four|five|six|seven|eight|nine|ten|(?<![\d,.])\d[\d,.]*|some|any|his|her|its|their|your|my|our)\s+(?=\p{L})/giu;
const MOST_WORDS = 12;
/** Longer texts are no sentences; the search for their commas would take long. In characters. */
const LONGEST_SENTENCE = 2_000;
const SIGN = /^\s*(?:[-*•–+]|\(?\d{1,3}[.)])\s+/;

/**
 * The items of an enumeration in running text: three or more with commas and a conjunction, or two after a word that
 * announces them ("such as", "both", a colon, a verb).
 *
 * @returns null where the sentence enumerates nothing, or not in a form that is sure
 */
export function enumerationItems(text: string): Span[] | null {
  const sentence = text.trimEnd().replace(/[.!?;:]+["'”’)]*$/, '');
  if (sentence.length > LONGEST_SENTENCE) return null;
  const start = SIGN.exec(sentence)?.[0].length ?? 0;
  const semicolons = cut(sentence, { start, end: sentence.length }, ';');
  const colon = sentence.indexOf(': ');
  if (semicolons.length >= 3 && colon >= 0 && colon < (semicolons[0]?.end ?? 0)) {
    const [first, ...rest] = semicolons;
    return checked(
      sentence,
      [{ start: colon + 1, end: first?.end ?? 0 }, ...rest].map((part) => trim(sentence, part)),
    );
  }
  const [clause] = semicolons.filter((part) =>
    /,|\s(?:and|or|&|as well as)\s/.test(sentence.slice(part.start, part.end)),
  );
  return clause ? ofClause(sentence, clause) : null;
}

/** Two are a list where no comma divides them and both have one form: names, counted things, or words alone. */
function arePaired(text: string, [a, b]: readonly Span[]): boolean {
  if (!a || !b || text.slice(a.end, b.start).includes(',')) return false;
  const [first, second] = [text.slice(a.start, a.end), text.slice(b.start, b.end)];
  const forms = [/^(?:[Tt]he\s)?["“[]?\p{Lu}/u, new RegExp(`^${DETERMINER.source}`, 'iu'), /^\S+(?:\s\S+){0,2}$/];
  return forms.some((form) => form.test(first) && form.test(second));
}

function ofClause(text: string, clause: Span): Span[] | null {
  const parts = partsOf(text, clause);
  if (parts.length < 2) return null;
  const [head, ...rest] = parts;
  if (!head) return null;
  const firstPart = startOfFirst(text, head, rest);
  const last = rest.at(-1);
  if (!firstPart || !last) return null;
  const before = [firstPart.span, ...rest.slice(0, -1)].map((part) => trim(text, part));
  const areNames = before.every(({ start, end }) => /^(?:the\s)?\p{Lu}/u.test(text.slice(start, end)));
  const items = [...before, trim(text, endOfLast(text, last, areNames))];
  if (items.length === 2 && !(firstPart.isAnnounced && arePaired(text, items))) return null;
  return checked(text, withoutAppositions(text, items));
}

/** Parts between commas and conjunctions that stand outside brackets and quotes. */
function partsOf(text: string, clause: Span): Span[] {
  const all = withoutRest(text, cut(text, clause, ','));
  const announced = all.findLastIndex(({ start, end }) => ANNOUNCES.test(text.slice(start, end)));
  const commas = all.slice(Math.max(0, announced));
  const at = lastJoined(text, commas);
  const last = commas[at];
  if (!last) return [];
  const joined = text.slice(last.start, last.end);
  // "bread and butter, ham and eggs, and tea": with its own conjunction at its head, the last part is one item.
  if (at > 0 && CONJUNCTION.test(joined.trimStart())) return commas.slice(0, at + 1);
  const conjunctions = [...joined.matchAll(JOINS)];
  const cutAt = last.start + (conjunctions.at(at > 0 ? 0 : -1)?.index ?? 0);
  return [...commas.slice(0, at), { start: last.start, end: cutAt }, { start: cutAt, end: last.end }];
}

/**
 * Index of the part with the last conjunction. After "eels, reed and fenwort" another ", and" begins a clause, unless the
 * parts are pairs: "bread and butter, ham and eggs, and tea".
 */
function lastJoined(text: string, commas: readonly Span[]): number {
  const joined = commas.flatMap((part, index) => (joins(text, part) ? [index] : []));
  const [first = -1, second] = joined;
  const startsClause = joined.length === 2 && first > 0 && second === first + 1;
  return startsClause ? first : (joined.at(-1) ?? -1);
}

/** Without the clauses that follow the last item: ", who meet at noon". */
function withoutRest(text: string, commas: readonly Span[]): readonly Span[] {
  const rest = commas.findIndex(
    (part, index) =>
      NO_ITEM.test(text.slice(part.start, part.end).trim()) &&
      commas.slice(0, index).some((before) => joins(text, before)),
  );
  return rest === -1 ? commas : commas.slice(0, rest);
}

function joins(text: string, { start, end }: Span): boolean {
  return [...text.slice(start, end).matchAll(JOINS)].length > 0;
}

/** Where the first item begins in the part that also holds what leads to it. */
function startOfFirst(text: string, head: Span, rest: readonly Span[]): { span: Span; isAnnounced: boolean } | null {
  const lead = text.slice(head.start, head.end);
  const others = rest.map((part) => bareStart(text, part));
  const from = (at: number, isAnnounced: boolean) => ({ span: { start: head.start + at, end: head.end }, isAnnounced });
  const cue = lastEnd(lead, CUE);
  if (cue !== null) return from(cue, true);
  const quote = lead.search(/["“‘]/);
  if (quote >= 0 && others.every((other) => /^["“‘]/.test(other))) return from(quote, true);
  const verb = lastEnd(lead, VERB);
  if (others.every((other) => /^\p{Lu}/u.test(other) || /^(?:the|an?)\s\p{Lu}/u.test(other))) {
    const names =
      /(?:(?:the|an?)\s)?\p{Lu}[\p{L}\p{M}'’.-]*(?:\s(?:(?:of|the|de|von|van)\s)*\p{Lu}[\p{L}\p{M}'’.-]*)*\s*$/u.exec(
        lead,
      );
    if (names) return from(names.index, verb !== null && verb === names.index);
  }
  if (verb !== null) {
    const object = lead.slice(verb);
    // "Is drawn by lot, …", "sells to …": what a preposition right after the verb leads to.
    const beyond = AFTER_VERB.exec(object)?.[0].length ?? object.length;
    const isShort = object.slice(beyond).trim() !== '';
    return isShort ? from(verb + beyond, false) : from(verb, true);
  }
  const isDetermined = others.every((other) => startsDetermined(other));
  const determiner = isDetermined ? lastStart(lead, DETERMINER) : null;
  if (determiner !== null) return from(determiner, false);
  const preposition = lastEnd(lead, PREPOSITION);
  // What stands at the head is said of the whole sentence: "With the lamp dark, …".
  if (preposition !== null) return lead.slice(0, preposition).trim().includes(' ') ? from(preposition, false) : null;
  return lead.trim().split(/\s+/).length <= 4 && !/\b(?:may|must|can|will|should|could|would|to)\b/i.test(lead)
    ? from(0, false)
    : null;
}

function startsDetermined(other: string): boolean {
  return new RegExp(`^${DETERMINER.source}`, 'iu').test(other);
}

function bareStart(text: string, part: Span): string {
  return text.slice(part.start, part.end).trim().replace(CONJUNCTION, '');
}

function endOfLast(text: string, part: Span, areNames: boolean): Span {
  const own = text.slice(part.start, part.end);
  const lead = /^\s*(?:(?:and|or|nor|&|as well as|plus)\s+)?\S+/i.exec(own)?.[0].length ?? 0;
  const name = areNames ? LAST_NAME.exec(own) : null;
  if (name) return { start: part.start, end: part.start + name[0].length };
  const after = AFTER_LAST.exec(own.slice(lead));
  return after ? { start: part.start, end: part.start + lead + after.index } : part;
}

/** "Brona Teel, the keeper, and Corin Ash": where the items are names, what explains one is none. */
function withoutAppositions(text: string, items: readonly Span[]): Span[] {
  const isName = ({ start, end }: Span): boolean => /^(?:the\s)?\p{Lu}/u.test(text.slice(start, end));
  const names = items.filter(isName);
  if (names.length < 2 || items[0] === undefined || !isName(items[0])) return [...items];
  return items.filter((item) => isName(item) || !APPOSITION.test(text.slice(item.start, item.end)));
}

/** Null unless all of them can be items. */
function checked(text: string, items: readonly Span[]): Span[] | null {
  const kept = items.filter(({ start, end }) => start < end && !FINAL_ITEM.test(text.slice(start, end)));
  const texts = kept.map(({ start, end }) => text.slice(start, end));
  const prepositional = texts.filter((item) => BEGINS_WITH_PREPOSITION.test(item)).length;
  if (prepositional > 0 && prepositional < texts.length) return null;
  const areItems = texts.every(
    (item) =>
      item
        .split(/\s(?:and|or)\s/)
        .every((part) => !NO_ITEM.test(part) && !PREDICATE.test(part) && !THIRD_PERSON.test(part)) &&
      item.split(/\s+/).length <= MOST_WORDS &&
      /[\p{L}\p{N}]/u.test(item),
  );
  return areItems && kept.length >= 2 ? kept : null;
}

function trim(text: string, { start, end }: Span): Span {
  const own = text.slice(start, end);
  const lead = own.length - own.trimStart().length;
  const conjunction = CONJUNCTION.exec(own.trimStart())?.[0].length ?? 0;
  const from = Math.min(start + lead + conjunction, end);
  return { start: from, end: from + text.slice(from, end).trimEnd().length };
}

/** Cuts at a mark that stands outside brackets and quotes, and not inside a number. */
function cut(text: string, { start, end }: Span, mark: ',' | ';'): Span[] {
  const parts: Span[] = [];
  let depth = 0;
  let isQuoted = false;
  let from = start;
  for (let at = start; at < end; at++) {
    const char = text.charAt(at);
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
    else if (char === '"' || char === '“' || char === '”') isQuoted = char === '“' || (char === '"' && !isQuoted);
    else if (char === mark && depth === 0 && !isQuoted && !/^\d/.test(text.charAt(at + 1))) {
      parts.push({ start: from, end: at });
      from = at + 1;
    }
  }
  return [...parts, { start: from, end }];
}

function lastEnd(text: string, pattern: RegExp): number | null {
  const match = [...text.matchAll(pattern)].at(-1);
  return match && match.index + match[0].length < text.length ? match.index + match[0].length : null;
}

function lastStart(text: string, pattern: RegExp): number | null {
  return [...text.matchAll(pattern)].at(-1)?.index ?? null;
}
