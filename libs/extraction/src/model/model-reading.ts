import { restoreText } from '@arbiter/prompting';
import { quotableSpans, slugOf, type Span, splitSentences, terms } from '@arbiter/text';
import type {
  Definition,
  Evidence,
  ExtractableDocument,
  ExtractedEntity,
  ExtractedRelation,
  Extraction,
  ExtractionSchema,
} from '../extraction.js';
import { uniqueId } from '../names/keys.js';
import { foldName } from '../names/name-forms.js';
import { certaintyOf } from '../reading/certainty.js';
import { TypeReader } from '../reading/type-reader.js';
import { RelationReader } from '../relations/relation-reader.js';
import type { Window } from './cut-windows.js';
import { QuotableText } from './find-quote.js';
import { readModelAnswer, type ToldEntity, type ToldRelation } from './model-answer.js';
import { typeNamed, type Vocabulary, vocabularyOf } from './vocabulary.js';

/**
 * Why something that a model told is left out:
 *
 * | reason | of what was told |
 * | --- | --- |
 * | `malformed`, `surplus` | it has another form, or comes after more than an answer may have |
 * | `unquoted` | its quote does not stand in the text |
 * | `injected` | its quote speaks to whatever reads the text, not to people |
 * | `unnamed` | the quote does not name the entity, or neither end of the relation |
 * | `unknown-type` | the schema does not have its type |
 * | `unknown-end` | an end of the relation is no entity with evidence |
 * | `self-relation` | both ends are the same |
 * | `unfitting-ends` | the schema has other kinds of things at the ends |
 * | `untold` | the quote denies, asks, plans or supposes it |
 */
export const DROP_REASONS = [
  ...(['malformed', 'surplus', 'unquoted', 'injected', 'unnamed'] as const),
  ...(['unknown-type', 'unknown-end', 'self-relation', 'unfitting-ends', 'untold'] as const),
] as const;
export type DropReason = (typeof DROP_REASONS)[number];
export type Drops = Readonly<Partial<Record<DropReason, number>>>;

/** Above `MIN_SALIENCE`: a model that quotes a thing is enough for it to be one, and a title of its own says more. */
const SALIENCE = 2;
/** More than the words of a name ("Ines Moor" is no moor), less than the front matter and than what makes two types conflict. */
const TYPE_VOTE = 3.9;
/** Less than an apposition that rules have read, more than a mere mention. */
const DEFINITION_WEIGHT = 1;

interface FoundEntity {
  readonly id: string;
  readonly name: string;
  readonly votes: Map<string, number>;
  readonly aliases: Set<string>;
  readonly evidence: Evidence[];
  readonly definition: Definition;
}

interface FoundRelation extends ToldRelation {
  readonly evidence: Evidence;
}

/** An entity, and the quote that has its further names. */
interface NamedBeside {
  readonly found: FoundEntity;
  readonly words: QuotableText;
  readonly aliases: readonly string[];
}

/**
 * Collects what a language model tells of one document, answer by answer. Every entity and relation must quote the document
 * word for word; what does not is dropped and counted.
 */
export class ModelReading {
  private readonly vocabulary: Vocabulary;
  private readonly types: TypeReader;
  private readonly byName = new Map<string, FoundEntity>();
  private readonly entities: FoundEntity[] = [];
  private readonly relations = new Map<string, FoundRelation>();
  private readonly dropped = new Map<DropReason, number>();
  private readonly injected: readonly Span[];
  private readonly ids = new Map<string, number>();
  private toldCount = 0;

  constructor(
    private readonly document: Pick<ExtractableDocument, 'id' | 'text'>,
    schema: ExtractionSchema,
  ) {
    this.vocabulary = vocabularyOf(schema);
    this.types = new TypeReader(this.vocabulary.entityTypes);
    const sentences = splitSentences(document.text);
    const quotable = new Set(quotableSpans(document.text, sentences));
    this.injected = sentences.filter((sentence) => !quotable.has(sentence));
  }

  /**
   * Takes one answer about a window of the document.
   *
   * @returns how many entities and relations it added; or a sentence for the model, if the answer has another form
   */
  add(output: unknown, window: Window): { readonly added: number } | { readonly problem: string } {
    const answer = readModelAnswer(output);
    if ('problem' in answer) return answer;
    this.drop('malformed', answer.malformed);
    this.drop('surplus', answer.surplus);
    this.toldCount += answer.entities.length + answer.relations.length + answer.malformed;
    const text = new QuotableText(window.text, window.start);
    const before = this.entities.length + this.relations.size;
    for (const named of answer.entities.map((entity) => this.addEntity(entity, text)))
      if (named) this.addAliases(named);
    for (const relation of answer.relations) this.addRelation(relation, text);
    return { added: this.entities.length + this.relations.size - before };
  }

  /** What has been found so far, for the question what was missed. */
  known(): { readonly entities: readonly string[]; readonly relations: readonly string[] } {
    return {
      entities: this.entities.map(({ name }) => name),
      relations: [...this.relations.values()].map(({ from, type, to }) => `${from} ${type} ${to}`),
    };
  }

  /** Whether the model told something of which nothing is left. */
  get isNonsense(): boolean {
    return this.toldCount > 0 && this.entities.length === 0;
  }

  /** The shape that rules give, too. Relations whose ends nobody named are dropped now. */
  finish(): { readonly extraction: Extraction; readonly drops: Drops } {
    const entities = new Map(this.entities.map((found) => [found, this.entityOf(found)]));
    const reader = new RelationReader(this.vocabulary, this.types);
    const relations = [...this.relations.values()].flatMap((told): ExtractedRelation[] => {
      const relation = this.relationOf(told, entities, reader);
      if (typeof relation !== 'string') return [relation];
      this.drop(relation);
      return [];
    });
    return { extraction: { entities: [...entities.values()], relations }, drops: Object.fromEntries(this.dropped) };
  }

  private relationOf(
    told: FoundRelation,
    entities: ReadonlyMap<FoundEntity, ExtractedEntity>,
    reader: RelationReader,
  ): ExtractedRelation | DropReason {
    const [from, to] = [told.from, told.to].map((name) => this.byName.get(foldName(name)));
    const [a, b] = [from && entities.get(from), to && entities.get(to)];
    if (!from || !to || !a || !b) return 'unknown-end';
    if (from === to) return 'self-relation';
    const certainty = this.certaintyIn(told.evidence, from, to);
    if (certainty === 'unnamed' || certainty === 'untold') return certainty;
    const reading = reader.readDeclared(told.type, a, b);
    if (!reading) return 'unfitting-ends';
    const ends = reading.forward ? { from: a.id, to: b.id } : { from: b.id, to: a.id };
    const isDoubtful = told.isReported || certainty === 'doubtful';
    return { ...ends, type: told.type, evidence: told.evidence, isDoubtful };
  }

  private addEntity({ name, type, aliases, quote }: ToldEntity, text: QuotableText): NamedBeside | null {
    const known = typeNamed(type, this.vocabulary.entityTypes);
    if (known === undefined) return this.dropOne('unknown-type');
    const span = this.quoted(quote, text);
    if (!span) return null;
    const words = new QuotableText(this.document.text.slice(span.start, span.end), span.start);
    const place = words.find(restoreText(name).replace(/^(?:the|an?) /, ''), { anyCase: true });
    if (!place || terms(words.wordsAt(place)).length === 0) return this.dropOne('unnamed');
    const found = this.entityNamed(words.wordsAt(place), { ...this.evidenceOf(span), weight: DEFINITION_WEIGHT });
    found.votes.set(known, TYPE_VOTE);
    if (!found.evidence.some(({ start }) => start === place.start)) found.evidence.push(this.evidenceOf(place));
    return { found, words, aliases };
  }

  /** A second name stands beside the first, and nothing else has it: the names of one answer are all read before. */
  private addAliases({ found, words, aliases }: NamedBeside): void {
    for (const alias of aliases) {
      const place = words.find(restoreText(alias), { anyCase: true });
      const second = place && words.wordsAt(place);
      if (!second || terms(second).length === 0 || this.byName.has(foldName(second))) continue;
      found.aliases.add(second);
      this.byName.set(foldName(second), found);
    }
  }

  private entityNamed(name: string, definition: Definition): FoundEntity {
    const key = foldName(name);
    const known = this.byName.get(key);
    if (known) return known;
    const id = uniqueId(slugOf(key) || 'entity', this.ids);
    const found: FoundEntity = { id, name, votes: new Map(), aliases: new Set(), evidence: [], definition };
    this.byName.set(key, found);
    this.entities.push(found);
    return found;
  }

  private addRelation(told: ToldRelation, text: QuotableText): void {
    const type = typeNamed(
      told.type,
      this.vocabulary.relationTypes.map((one) => one.type),
    );
    if (type === undefined) {
      this.drop('unknown-type');
      return;
    }
    const [from, to] = [restoreText(told.from), restoreText(told.to)];
    if (foldName(from) === foldName(to)) {
      this.drop('self-relation');
      return;
    }
    const span = this.quoted(told.quote, text);
    if (!span) return;
    const key = `${foldName(from)}\n${type}\n${foldName(to)}`;
    const known = this.relations.get(key);
    if (known && !known.isReported) return;
    this.relations.set(key, { ...told, from, type, to, evidence: this.evidenceOf(span) });
  }

  /** The place of a quote; null, and counted, if the document does not hold it or nobody should quote it. */
  private quoted(quote: string, text: QuotableText): Span | null {
    const span = text.find(restoreText(quote));
    if (!span) return this.dropOne('unquoted');
    const isInjected = this.injected.some(({ start, end }) => start < span.end && span.start < end);
    return isInjected ? this.dropOne('injected') : span;
  }

  /** How a quote tells of two things; of one that it does not name, the sentence before speaks, and the model is believed. */
  private certaintyIn(
    { start, end }: Evidence,
    from: FoundEntity,
    to: FoundEntity,
  ): ReturnType<typeof certaintyOf> | 'unnamed' {
    const quote = this.document.text.slice(start, end);
    const words = new QuotableText(quote);
    const [a, b] = [from, to].map(({ name, aliases }) =>
      [name, ...aliases].map((one) => words.find(one, { anyCase: true })).find((place) => place !== null),
    );
    if (!a || !b) return a || b ? 'told' : 'unnamed';
    return certaintyOf(quote, Math.min(a.start, b.start), Math.max(a.end, b.end));
  }

  private entityOf({ id, name, votes, aliases, evidence, definition }: FoundEntity): ExtractedEntity {
    const [[type] = [null]] = votes;
    return {
      ...{ id, name, type, aliases: [...aliases], salience: SALIENCE, describedIn: [], evidence, definition },
      ...{ typeVotes: Object.fromEntries(votes), nameVotes: {} },
    };
  }

  private evidenceOf({ start, end }: Span): Evidence {
    return { document: this.document.id, start, end };
  }

  private drop(reason: DropReason, count = 1): void {
    if (count > 0) this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + count);
  }

  private dropOne(reason: DropReason): null {
    this.drop(reason);
    return null;
  }
}
