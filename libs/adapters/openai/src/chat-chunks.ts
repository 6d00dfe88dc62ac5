import type { OpenAI } from 'openai';

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;
type Delta = OpenAI.Chat.Completions.ChatCompletionChunk.Choice.Delta;
type Whole = OpenAI.Chat.Completions.ChatCompletion;

/** An answer of the SDK whose body nobody has read. */
interface Answered {
  readonly data: AsyncIterable<Chunk>;
  readonly response: Response;
}

/** The chunks of an answer. Some servers and gateways do not stream, and send the whole completion as JSON: one chunk. */
export async function* chunksOf({ data, response }: Answered): AsyncGenerator<Chunk> {
  if (isJson(response)) {
    const whole = (await response.json()) as Partial<Whole> | null;
    // Without choices it is no completion, and ends as a stream that brought nothing.
    if (whole?.choices?.[0]?.message) yield chunkOfWhole(whole as Whole);
  } else {
    yield* data;
  }
}

function chunkOfWhole({ id, created, model, choices, usage }: Whole): Chunk {
  return {
    id,
    created,
    model,
    object: 'chat.completion.chunk',
    choices: choices.map(({ index, message, finish_reason }) => ({
      index,
      finish_reason,
      delta: { ...message, tool_calls: message.tool_calls?.map((call, at) => ({ ...call, index: at })) } as Delta,
    })),
    ...(usage && { usage }),
  };
}

function isJson({ headers }: Response): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '');
}
