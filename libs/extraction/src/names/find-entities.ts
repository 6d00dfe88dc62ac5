import { normalizeTerm, slugOf, STOP_WORDS } from '@arbiter/text';
import type { ExtractableDocument, ExtractedEntity } from '../extraction.js';
import { conceptsOf, isPersonNoun, singularOf } from '../reading/concepts.js';
import { fieldsOf, type Unit } from '../reading/read-layout.js';
import { ACTIVE } from '../reading/verbs.js';
import type { TypeReader } from '../reading/type-reader.js';
import { readAliases } from './read-aliases.js';
import { append, uniqueId } from './keys.js';
import { type Candidate, Candidates, toEntity, vote, voteAll } from './candidates.js';
import { findDefinition } from './find-definition.js';
import { findNames, type PlacedName } from './find-names.js';
import { headNounOf, readContext } from './name-context.js';
import {
  foldName,
  headOfName,
  honorificOf,
  isNumbered,
  provesPerson,
  withoutArticle,
  withoutParenthesis,
} from './name-forms.js';
import { readRow } from './read-row.js';

const BESIDE =
  /^(?:Besides|Unlike|Since|After|Before|Without|Within|Near|Behind|Beyond|Under|Over|Until|Only|Even|Both|Neither|Also|When|While|If|Ask|See|Tell|Call)$/;
/** Finds what a document names: its own subject, capitalised names, codes, cells of tables, and second names of each. */
export function findEntities(
  document: ExtractableDocument,
  units: readonly Unit[],
  types: TypeReader,
): ExtractedEntity[] {
  const candidates = new Candidates();
  const subject = readTitle(document, candidates, types);
  const small = smallWords(document.text);
  const names = withoutFirstWords(
    units.flatMap((unit) => (unit.cells.length > 0 ? rowNames(unit) : unitNames(unit))),
    small,
  );
  for (const name of names) if (!INDEFINITE.test(name.text)) addName(name, candidates, types, document.text);
  for (const unit of units) if (unit.cells.length > 0) readRow(unit, candidates, types);
  for (const link of document.links ?? []) {
    const linked = candidates.find(document.text.slice(link.start, link.end));
    if (linked) linked.isLinked = true;
  }
  readFields(document, candidates, types);
  readAliases(document.text, names, candidates, subject);
  joinPartialNames(candidates, types);
  const used = new Map<string, number>();
  return candidates.all.map((candidate) =>
    toEntity(
      candidate,
      uniqueId(slugOf(foldName(candidate.name)) || 'entity', used),
      document.id,
      types,
      small,
      (definable) => findDefinition(definable, units, document.id, types),
    ),
  );
}

function unitNames(unit: Unit): PlacedName[] {
  return findNames(unit.text).map((name) => ({
    ...name,
    start: name.start + unit.start,
    end: name.end + unit.start,
    unit,
  }));
}

function rowNames(unit: Unit): PlacedName[] {
  return unit.cells.flatMap(({ text, start }) =>
    findNames(text).map((name) => ({ ...name, start: name.start + start, end: name.end + start, unit })),
  );
}

/** "Whoever drinks from it …", "Nobody else may …": a capital at the beginning of a sentence, and nothing that is named. */
const INDEFINITE =
  /^(?:(?:who|what|which|when|where|how)(?:so)?ever|(?:no|some|any|every)(?:body|one|thing|where)|none|others?)$/i;

/** "Needs Keyring and Abacus": a word that begins a sentence has a capital and belongs to no name. */
function withoutFirstWords(names: readonly PlacedName[], small: ReadonlySet<string>): PlacedName[] {
  const known = new Set(names.map(({ text }) => text));
  const inside = new Set(names.filter(({ start, unit }) => start > unit.start).map(({ text }) => text));
  return names.map((name) => {
    const [, word = '', rest = ''] = /^(\p{Lu}\p{Ll}+) (.+)$/su.exec(name.text) ?? [];
    const isWord =
      small.has(word.toLowerCase()) ||
      STOP_WORDS.has(word.toLowerCase()) ||
      ACTIVE[word.toLowerCase()] !== undefined ||
      BESIDE.test(word);
    if (!isWord || name.start !== name.unit.start || inside.has(name.text) || !known.has(rest)) return name;
    return conceptsOf(word).length > 0 ? name : { ...name, text: rest, start: name.end - rest.length, initial: false };
  });
}

/** What follows a name that a text defines: a comma, a verb in the third person. */
const DEFINES = /^(?:,|,? (?:is|was|are|were|on|which|\p{Ll}{2,20}s) )/u;

/** The title names the document's subject if the front matter or the folder types it, or if the text defines or repeats it. */
function readTitle(document: ExtractableDocument, candidates: Candidates, types: TypeReader): Candidate | undefined {
  const { metadata, text, id } = document;
  const declared = typeof metadata.type === 'string' ? types.votesFor(metadata.type) : {};
  const folder = types.votesFor(singularOf(id.split('/').at(-2)?.toLowerCase() ?? ''));
  const folderIsExact = Math.max(0, ...Object.values(folder)) >= 3;
  const title = document.title.replace(/[*_]/g, '').replace(/^(?:About|Introducing|Meet|Welcome to|All about) /i, '');
  const head = (title.split(/[:,–—]/)[0] ?? title).trim();
  const bare = withoutParenthesis(head);
  const isPlural = / (?:of|and) /.test(bare) && singularOf(headOfName(bare)) !== headOfName(bare);
  if (/\S \S+ and (?:the )?\S+ \S/.test(bare)) return undefined;
  const isNamed = bare !== '' && bare.split(' ').length <= 7 && !isPlural;
  if (!isNamed) return undefined;
  const isCapital = withoutArticle(bare)
    .split(' ')
    .every((word) => /^(?:\p{Lu}|\d|(?:of|the|in|on|at|and|for|de|von)$)/u.test(word));
  const isTyped =
    (Object.keys(declared).length > 0 || (folderIsExact && head === title)) &&
    (isCapital || isDefined(bare, document, true));
  if (!isTyped && !isDefined(bare, document)) return undefined;
  const candidate = candidates.add(bare, undefined, false);
  candidate.isTitle = true;
  if (head !== bare) candidate.aliases.add(head);
  voteAll(candidate, declared, 2);
  if (Object.keys(declared).length === 0 && folderIsExact) voteAll(candidate, folder);
  const at = text.indexOf(bare);
  if (at >= 0) candidate.spans.push({ start: at, end: at + bare.length });
  const aliases = metadata.aliases;
  for (const alias of Array.isArray(aliases) ? aliases : [aliases])
    if (typeof alias === 'string' && alias.trim() !== '') candidates.alias(candidate, alias.trim());
  return candidate;
}

/** "Larch Unit is …" below the title "Larch Unit: operational policy". */
function isDefined(name: string, { text, title }: ExtractableDocument, anyCase = false): boolean {
  const bare = withoutArticle(name);
  if (!anyCase && !/^\p{Lu}/u.test(bare)) return false;
  const from = text.startsWith(title) && title !== '' && text.startsWith('\n', title.length) ? title.length : 0;
  for (let at = text.indexOf(bare, from), seen = 0; at >= 0 && seen < 20; at = text.indexOf(bare, at + 1), seen++)
    if (DEFINES.test(text.slice(at + bare.length, at + bare.length + 20))) return true;
  return false;
}

function addName(name: PlacedName, candidates: Candidates, types: TypeReader, text: string): void {
  const found = name.text.replace(/\s+/g, ' ');
  const honorific = honorificOf(found);
  const rest = honorific === '' ? found : found.slice(honorific.length + 1);
  const last = normalizeTerm(rest.split(' ').at(-1) ?? '');
  const hasArticle = /\b[Tt]he $/.test(text.slice(Math.max(0, name.start - 4), name.start));
  const isTitled =
    provesPerson(honorific) &&
    !hasArticle &&
    Object.keys(types.votesFor(last)).every((type) => type === types.person) &&
    conceptsOf(last).every((one) => one === 'person');
  const isFull = isTitled && rest.includes(' ');
  const described = /^ the (\p{Ll}{3,20})(?!\p{L})/u.exec(text.slice(name.end, name.end + 25))?.[1];
  const isDescribed = described !== undefined && isPersonNoun(described) && singularOf(described) === described;
  const candidate = candidates.add(isFull ? rest : found, name, !name.initial || isDescribed);
  if (isDescribed && types.person !== undefined) vote(candidate.votes, types.person, 2);
  if (isDescribed) candidate.introductions++;
  if (hasArticle) candidate.withArticle++;
  if (isFull) candidate.aliases.add(found);
  // A title that stays in the name counts with the name's words.
  if (isFull && types.person !== undefined) vote(candidate.votes, types.person, 2);
  const { votes, introduced } = readContext(text, name.start, name.end, types);
  candidate.introductions += introduced;
  for (const [type, weight] of votes) vote(weight < 0.5 ? candidate.weakVotes : candidate.votes, type, weight);
}

/** The words that the text writes without a capital. */
function smallWords(text: string): ReadonlySet<string> {
  const small = new Set<string>();
  for (const { 0: word } of text.matchAll(/\p{Ll}(?<![\p{L}\p{N}]\p{Ll})[\p{Ll}'’]{1,40}/gu)) small.add(word);
  return small;
}

/** Names in fields of the front matter, typed by the field: `keeper: Ada Finch`. */
function readFields({ metadata, text }: ExtractableDocument, candidates: Candidates, types: TypeReader): void {
  for (const [field, value] of fieldsOf(metadata)) {
    const [name] = findNames(value);
    if (!name || name.start > 4 || name.end < value.length) continue;
    const at = text.indexOf(name.text);
    const candidate = candidates.add(name.text, at < 0 ? undefined : { start: at, end: at + name.text.length });
    candidate.column = Math.max(candidate.column, 1);
    voteAll(candidate, types.votesFor(headNounOf(field)), 0.7);
  }
}

/** "Dr Quennell", "Quennell" and "Captain Tunny" are second names of the one person whose last or first name fits. */
function joinPartialNames(candidates: Candidates, types: TypeReader): void {
  const full = candidates.all.filter(
    ({ name, votes }) => name.includes(' ') && !isNumbered(name) && isPerson(votes, types) && honorificOf(name) === '',
  );
  const byPart = new Map<string, Candidate[]>();
  for (const candidate of full)
    for (const part of new Set(foldName(candidate.name).split(' '))) append(byPart, part, candidate);
  for (const candidate of candidates.all) {
    const honorific = honorificOf(candidate.name);
    const rest = foldName(honorific === '' ? candidate.name : candidate.name.slice(honorific.length + 1));
    if (rest.includes(' ') || (honorific !== '' && !provesPerson(honorific))) continue;
    const meant = byPart.get(rest)?.filter((one) => one !== candidate) ?? [];
    if (meant.length === 1 && meant[0] && !candidate.isTitle) candidates.alias(meant[0], candidate.name);
  }
}

function isPerson(votes: ReadonlyMap<string, number>, types: TypeReader): boolean {
  if (types.person === undefined) return false;
  const own = votes.get(types.person) ?? 0;
  return own > 0 && [...votes].every(([type, weight]) => type === types.person || weight < own);
}
