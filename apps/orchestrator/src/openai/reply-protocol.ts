import type { ArbiterError } from '@arbiter/contracts';
import type { Asked } from './read-conversation.js';
import type { Reply } from './render-reply.js';

/** One exchange, for the parts of its response that tell which one it is. */
export interface Exchange {
  readonly id: string;
  /** In seconds since the Unix epoch. */
  readonly created: number;
  readonly asked: Asked;
}

/** A message of a stream, or the text that ends one. */
export type StreamPart = object | '[DONE]';

/** One of OpenAI's interfaces over the same questions and replies. */
export interface ReplyProtocol {
  /** @throws ArbiterError INVALID_REQUEST */
  read(body: unknown): Asked;
  whole(exchange: Exchange, reply: Reply): object;
  /** @param reply waited for once the interface has nothing more to say before the answer */
  parts(exchange: Exchange, reply: () => Promise<Reply>): AsyncIterable<StreamPart>;
  /** Ends a stream in the place of what is missing. */
  failure(error: ArbiterError): StreamPart;
}

/** Shortest piece of a streamed text, in UTF-16 code units: a few words. */
const PIECE = 24;

/** A text in the pieces in which it is streamed, cut between words. */
export function* piecesOf(text: string): Generator<string, void, undefined> {
  let piece = '';
  for (const word of text.split(/(?<=\s)(?=\S)/)) {
    piece += word;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
