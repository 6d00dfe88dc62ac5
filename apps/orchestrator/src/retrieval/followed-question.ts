import { MAX_QUERY_LENGTH, type Passage } from '@arbiter/contracts';
import { anyOf, AUXILIARIES, MONTHS } from '@arbiter/english';
import { namesIn, type Span, terms, termSet } from '@arbiter/text';

const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}'’-]*`;
const NAME = String.raw`\p{Lu}[\p{L}\p{N}'’.-]*(?: (?:(?:of|the|de|von|van|and) (?=\p{Lu}))?[\p{Lu}\p{N}][\p{L}\p{N}'’.-]*)*`;
/** Roles, as in "the founder of …": the passage then says "founded by", "directed". */
const ROLE = String.raw`(?!(?:river|tower|number|border|order|member|quarter|corner|chapter|letter|minister|centre)\b)\p{Ll}+(?:er|or|ist|ian)|wife|husband|mother|father|sister|brother|son|daughter|capital|successor|hometown`;
const UP_TO_END = String.raw`[^?,;:]+`;

/** Descriptions that may replace a name in a question, from the article on; the surer forms first. */
const DESCRIPTIONS: readonly RegExp[] = [
  String.raw`(?:the|an?) (?:(?!(?:the|an?|of|in|at) )${WORD} ){1,4}(?:(?:in|of|from|by|to|for) )?(?:who|whom|whose|that|which|where) ${UP_TO_END}`,
  String.raw`(?:the|an?) (?:(?!(?:the|an?|of|in|at) )${WORD} ){1,4}(?:\p{L}+ed|built|made|written|held|kept|run|led|sold|bought|won|drawn|taught) by ${UP_TO_END}`,
  String.raw`(?:the|an?) (?:(?!(?:the|an?|of|in|at) )${WORD} ){0,2}(?<role>${ROLE}) of (?:the )?${NAME}(?=$|[\s?,;:])`,
  String.raw`(?:the )?${NAME}['’]s? (?<role>${ROLE})(?=$|[\s?,;:])`,
].map((form) => new RegExp(form, 'uy'));
/** "What is |the height of the tower?": the thing asked for stands for no name. */
const ASKED_FOR = /^\W*(?:what|who|which|where|when|how \p{L}+)\s+(?:is|was|are|were)\s+$/iu;
/** "Where was |the man who built the light born?": the clause has swallowed the verb of the question. */
const NEEDS_VERB = new RegExp(String.raw`\b${anyOf(AUXILIARIES)}\s+$`, 'i');
const LAST_VERB =
  /^(.+)\s((?:born|held|built|made|found|written|located|buried|die|died|live|lived|work|worked|\p{L}{3,}ed)(?:\s(?:in|at|on|from|to|by|for|with))?)$/iu;
/** Share of the words of a description that the passage has to hold. */
const LEAST_HELD = 0.5;
/** Letters that "founder" shares with "founded", "performer" with "performed". */
const ROOT = 5;
/** Longer descriptions hold others, or the rest of the question. */
const LONGEST = 12;
const MONTH = new RegExp(`^${anyOf(MONTHS, ['earlier', 'later'])}$`, 'i');
const PLACES =
  /^(?:the|an?) (?:\p{L}+ )*?(?:country|city|town|village|state|county|area|place|location|region|island|parish)\b/iu;
const IN = /\b(?:in|at|near)\s+(?:the\s+)?(?:\p{Ll}+\s+)?(?:\p{Lu}\S*,\s+)?$/u;
/** Words of a description that passages say otherwise. */
const GENERIC =
  /\b(?:country|city|town|village|place|location|area|person|man|woman|located|situated|found|called|named)\b/giu;
const PEOPLE =
  /^(?:the|an?) (?:\p{L}+ )*?(?:man|woman|person|people|one|king|queen|(?:\p{L}+(?:er|or|ist|ian|ess|man|woman)))\b(?=(?: \p{L}+)? (?:who|whom|whose|that|of)\b)/iu;

/**
 * The question that is left once a passage has been read, for people and for a model that reads: the description that the
 * passage resolves is replaced by the name that it adds. "Which waterfall lies in the country where the Bubye River is found?"
 * and Zimbabwe make "Which waterfall lies in Zimbabwe?". Where the grammar of the question does not allow it, the name
 * follows in brackets.
 *
 * @param names that the passage adds, the nearest to the question first; at least one
 * @returns a question as long as the search takes at most, in UTF-16 code units
 */
export function followedQuestion(question: string, passage: Passage, names: readonly string[]): string {
  const described = descriptionIn(question, passage);
  const name = nameFor(described?.text ?? '', question, names, passage);
  const replaced = described && name !== null ? replacedIn(question, described, name) : null;
  const followed = replaced ?? inBrackets(question, name ?? names[0] ?? '');
  return followed.length <= MAX_QUERY_LENGTH ? followed : question;
}

interface Description extends Span {
  readonly text: string;
  /** "founder" of "the founder of the guild": the passage has to speak of founding. Null for a clause. */
  readonly role: string | null;
}

/** "the area where the farm is located |became a state": what follows belongs to the question. */
function endOfClause(description: string): string {
  return (
    /^.*?\b(?:who|whom|whose|that|which|where)\b.*?\b(?:located|found|situated|born|based)\b/iu.exec(
      description,
    )?.[0] ?? description
  );
}

/** The innermost description that the passage speaks of, with its names and most of its words; the outermost of a person. */
function descriptionIn(question: string, { title, text }: Passage): Description | null {
  const held = termSet(`${title}\n${text}`);
  const told = text.toLowerCase();
  const resolved = descriptionsIn(question).filter((description) => {
    const own = terms(description.text.replace(GENERIC, ' ')).map(({ term }) => term);
    const named = namesIn(`of ${description.text}`).flatMap((name) => terms(name.text).map(({ term }) => term));
    const share = own.filter((term) => held.has(term)).length / Math.max(1, own.length);
    const isTold = description.role === null || told.includes(description.role.slice(0, ROOT));
    return isTold && share >= LEAST_HELD && named.every((term) => held.has(term));
  });
  const byLength = resolved.sort((a, b) => a.text.length - b.text.length);
  return byLength.findLast((one) => PEOPLE.test(one.text)) ?? byLength[0] ?? null;
}

function descriptionsIn(question: string): Description[] {
  const found: Description[] = [];
  for (const { index: start } of question.matchAll(/(?<=^|\s)[\p{L}]/gu)) {
    const before = question.slice(0, start);
    const isInName = /(?:\bthe|(?<!\S)[^\s\p{Lu}]*\p{Lu}\S*) $/u.test(before) && /^\p{Lu}/u.test(question.slice(start));
    if (start === 0 || isInName) continue;
    for (const form of DESCRIPTIONS) {
      form.lastIndex = start;
      const match = form.exec(question);
      const text = match && endOfClause(match[0].trim());
      if (!text || (ASKED_FOR.test(before) && !LAST_VERB.test(text)) || text.split(/\s+/).length > LONGEST) continue;
      found.push({ text, start, end: start + text.length, role: match.groups?.role?.toLowerCase() ?? null });
    }
  }
  return found;
}

/** The nearest name that is not the known one under another form; a person for "the man who". */
function nameFor(description: string, question: string, names: readonly string[], { text }: Passage): string | null {
  const known = termSet(description === '' ? question : description);
  const added = names.filter((name) => !MONTH.test(name) && !terms(name).some(({ term }) => known.has(term)));
  const person = PEOPLE.test(description)
    ? added.find((name) => /^\p{Lu}\S*(?: \S+)* \p{Lu}\S*$/u.test(name))
    : undefined;
  // "the country where": said to be in it.
  const place = PLACES.test(description) ? added.filter((name) => IN.test(text.slice(0, text.indexOf(name)))) : added;
  return person ?? place[0] ?? null;
}

/** @returns null where the clause may have taken the verb of the question with it */
function replacedIn(question: string, { start, end, text }: Description, name: string): string | null {
  const [before, after] = [question.slice(0, start), question.slice(end)];
  const rest = after.replace(/^,(?=\s\p{Ll})/u, '');
  const isWhole = /^[\s?.!]*$/.test(after);
  if (!isWhole || !NEEDS_VERB.test(before)) return `${before}${name}${rest}`;
  const verb = LAST_VERB.exec(text)?.[2];
  return verb === undefined ? null : `${before}${name} ${verb}${after}`;
}

/** A question with a name that its grammar has no place for: "Who taught her (Mara Fell)?". */
export function inBrackets(question: string, name: string): string {
  const mark = /(?:(?<!\s)\s+[?.!]*|(?<![?.!])[?.!]*)$/u.exec(question)?.[0] ?? '';
  const whole = question.slice(0, question.length - mark.length);
  return `${whole} (${name})${mark}`;
}
