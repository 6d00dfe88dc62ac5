import { answerSchema, type Vocabulary, type Window } from '@arbiter/extraction';
import type { GenerationRequest, LanguageModel } from '@arbiter/ports';
import { Fence, FENCED_TEXT_RULES, trimText, type FenceIds } from '@arbiter/prompting';
import { estimateTokens } from '@arbiter/text';

/** Changes with every word of the prompt: what a model has read with another one is read again. */
export const EXTRACTION_PROMPT_VERSION = 'graph-extraction-1';

/** What a window asks for at most: names and quotes of some 1,500 tokens of text, twice told. */
const ANSWER_TOKENS = 4_000;
/** Of the context of a small model, an answer gets no more than this share. */
const ANSWER_SHARE = 0.45;
/** Larger windows make models miss more (GraphRAG: 600 to 1,200 tokens as vendors count, which are fewer than ours). */
const WINDOW_TOKENS = 1_500;
/** A smaller window tells nothing together. */
const LEAST_WINDOW_TOKENS = 150;
/** Room for what an earlier pass has found. */
const KNOWN_TOKENS = 700;
const TITLE_TOKENS = 60;
/** Tags and line ends around quoted texts, and our own last lines. */
const FRAME_TOKENS = 250;

const TASK = `You read one part of a document and list what it says as a knowledge graph: the entities that it names, and the relations \
between them. Answer with nothing but the JSON that is asked for.

An entity is one particular person, place, thing, body or event with a name or a code of its own. Leave out kinds of things ("the \
pumps"), pronouns, dates and amounts. "name" is its name as it stands in the text. "aliases" are further names that the quote gives \
it. "quote" is the sentence of the text that says best what it is, copied word for word; it must hold the name.

A relation holds between two entities of your list. Read it as: "from" "type" "to", such as Grey Mill kept_by Orsolya Beck. "quote" is \
the sentence that tells it, copied word for word. "certainty" is "stated" for a fact, and "reported" for a rumour, a claim or an \
opinion. Leave out what is denied, asked, planned, tried or only possible.

Use only what this text says, and only these types. Quotes that do not stand in the text are thrown away. If there is nothing, both \
lists are empty.`;

export interface WindowPrompt {
  readonly title: string;
  readonly window: Window;
  /** What earlier passes over this document have found; the question is then what they missed. */
  readonly known?: { readonly entities: readonly string[]; readonly relations: readonly string[] };
  /** Why the answer before could not be used. */
  readonly problem?: string;
}

/** The sizes that fit a model, in tokens; null when not even a small window does. */
export function windowSizes(
  vocabulary: Vocabulary,
  { contextTokens }: Pick<LanguageModel, 'contextTokens'>,
): { readonly window: number; readonly answer: number } | null {
  const context = contextTokens ?? Infinity;
  const answer = Math.floor(Math.min(ANSWER_TOKENS, ANSWER_SHARE * context));
  const fixed = estimateTokens(systemPrompt(vocabulary)) + answer + KNOWN_TOKENS + TITLE_TOKENS + FRAME_TOKENS;
  const window = Math.min(WINDOW_TOKENS, context - fixed);
  return window < LEAST_WINDOW_TOKENS ? null : { window, answer };
}

/** Asks for the entities and relations of a window. */
export function extractionRequest(
  { title, window, known, problem }: WindowPrompt,
  {
    vocabulary,
    maxTokens,
    ids,
  }: { readonly vocabulary: Vocabulary; readonly maxTokens: number; readonly ids: FenceIds },
): GenerationRequest {
  const heading = trimText(title, '', TITLE_TOKENS);
  const found = known ? trimText([...known.entities, ...known.relations].join('\n'), window.text, KNOWN_TOKENS) : '';
  const fence = new Fence(ids, [heading, window.text, found]);
  const missed =
    'Some entities and relations of the source were missed so far. List only those that "found" does not have; if there are none, both lists are empty.';
  const parts = [
    fence.around('title', null, heading),
    fence.around('source', null, window.text),
    ...(found === '' ? [] : [fence.around('found', null, found)]),
    `The fence id of this request is ${fence.id}. ${known ? missed : 'List the entities and relations of the source.'}`,
    ...(problem === undefined ? [] : [`Your earlier answer could not be used: ${problem}. Answer again.`]),
  ];
  return {
    prompt: EXTRACTION_PROMPT_VERSION,
    system: systemPrompt(vocabulary),
    messages: [{ role: 'user', text: parts.join('\n\n') }],
    maxTokens,
    temperature: 0,
    output: { name: 'knowledge_graph', schema: answerSchema(vocabulary) },
    cacheableMessages: 0,
  };
}

/** The same for every document of a schema, so that vendors can cache it. */
function systemPrompt({ entityTypes, relationTypes }: Vocabulary): string {
  const relations = relationTypes.map(({ type, from, to }) =>
    from === undefined && to === undefined ? type : `${type} (from: ${from ?? 'anything'}; to: ${to ?? 'anything'})`,
  );
  return [
    TASK,
    FENCED_TEXT_RULES,
    `Types of entities: ${entityTypes.join(', ')}.`,
    `Types of relations:\n${relations.join('\n')}`,
  ].join('\n\n');
}
