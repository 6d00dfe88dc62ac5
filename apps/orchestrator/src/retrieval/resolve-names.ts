import { ArbiterError, ERROR_TABLE, synthesize, type Passage } from '@arbiter/contracts';
import { anyOf, QUESTION_WORDS } from '@arbiter/english';
import { namesIn, splitSentences, terms, termSet } from '@arbiter/text';
import type { OperationClient, OperationContext } from '@arbiter/messaging';

const ARTICLE = /^(?:the|an?) /i;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * The query with the titles of documents in the place of their other names: "the ship of the Iron Duke" → "the ship of
 * Arthur Wellesley", where a passage that was found belongs to a document of that title with that alias. An index of
 * words and meanings knows the name that a text uses; a reader asks by any.
 *
 * @param passages found for the query
 * @returns null when the query uses no alias of theirs
 */
export function resolveAliases(query: string, passages: readonly Passage[]): string | null {
  let resolved = query;
  for (const { title, aliases } of documentsOf(passages)) {
    if (title === '' || resolved.toLowerCase().includes(title.toLowerCase())) continue;
    for (const alias of aliases) {
      const bare = alias.replace(ARTICLE, '');
      // A name is told from a word by its capital.
      if (!/\p{Lu}/u.test(bare)) continue;
      // Most aliases are not in the query, and each expression takes some 20 µs to make.
      if (!resolved.toLowerCase().includes(bare.toLowerCase())) continue;
      const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:the )?${bare.replace(SPECIAL, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu');
      if (!named.test(resolved)) continue;
      resolved = resolved.replace(named, () => title);
      break;
    }
  }
  return resolved === query ? null : resolved;
}

function documentsOf(passages: readonly Passage[]): { title: string; aliases: string[] }[] {
  const documents = new Map(passages.map((passage) => [passage.documentId, passage]));
  return [...documents.values()].map(({ title, metadata: { aliases } }) => ({
    title,
    aliases: Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [],
  }));
}

/** Limits on the passages and sentences read of the first hop, and on the names taken: more would drown the question. */
const READ_PASSAGES = 4;
const READ_SENTENCES = 2;
const MOST_NAMES = 4;

/**
 * The names that lead from one hop to the next. They come from the sentences nearest to a description, in the passages
 * found for it. Names within the description are left out: "The man who built it" → the sentence that says who built it
 * → his name.
 *
 * @param passages found for the description, best first
 * @returns nearest first; titles count, since a sentence in the middle of a page says "she"
 */
export function bridgeNames(description: string, passages: readonly Passage[]): string[] {
  const asked = termSet(description);
  const sentences = passages.slice(0, READ_PASSAGES).flatMap(({ text, title, section }, rank) => {
    const context = termSet([title, ...section].join('\n'));
    return splitSentences(text).map(({ start, end }) => {
      const sentence = text.slice(start, end);
      const own = termSet(sentence);
      const held = [...asked].filter((term) => own.has(term)).length;
      const around = [...asked].filter((term) => !own.has(term) && context.has(term)).length;
      return { sentence, title, score: held + around / 2 - rank / 4 };
    });
  });
  const nearest = sentences.sort((a, b) => b.score - a.score).slice(0, READ_SENTENCES);
  const names = nearest.flatMap(({ sentence, title }) => [...namesIn(sentence).map(({ text }) => text), title]);
  return [...new Set(names)].filter((name) => terms(name).some(({ term }) => !asked.has(term))).slice(0, MOST_NAMES);
}

/**
 * Reads the name behind a description from passages: "the man who built the light" → "Odo Finch".
 *
 * @returns null if the passages do not give it, or the reading failed
 */
export type ReadHop = (description: string, passages: readonly Passage[]) => Promise<string | null>;

/** Best ones that are read for one hop: an answer is made from twelve, and a question may have three hops. */
const READ_FOR_HOP = 8;
/** What a language model may take for it: none is asked, since the reader gives the words as well and at once. */
const NO_LANGUAGE_MODEL = { maxTokens: 0 };
/** A description that is a question already. */
const QUESTION = new RegExp(String.raw`^${anyOf(QUESTION_WORDS, ['in', 'on'])}\b`, 'i');

/** Reads by the synthesis of the retriever. A reading that fails is none: names lead on then. */
export function readHopWith(client: OperationClient, context: OperationContext): ReadHop {
  return async (description, passages) => {
    if (passages.length === 0) return null;
    const query = QUESTION.test(description) ? description : `What is ${description.replace(/\?$/, '')}?`;
    const input = { query, passages: passages.slice(0, READ_FOR_HOP), budget: NO_LANGUAGE_MODEL };
    try {
      const { shortAnswer } = await client.request(synthesize, input, { parent: context });
      return shortAnswer ?? null;
    } catch (thrown) {
      context.signal.throwIfAborted();
      if (thrown instanceof ArbiterError && ERROR_TABLE[thrown.code].retryable) return null;
      throw thrown;
    }
  };
}
