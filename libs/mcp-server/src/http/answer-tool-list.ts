import { isJSONRPCRequest } from '@modelcontextprotocol/server';

const encoder = new TextEncoder();

/**
 * Answers `tools/list` with bytes that all sessions share. The SDK serialises a result for each of its answers: a thousand
 * clients that connect at once took 70 MB for one and the same list.
 *
 * @param tools the result, as JSON
 * @returns null for any other message, and for parameters that have to be looked at
 */
export function answerToolList(body: unknown, tools: Uint8Array): Response | null {
  if (!isJSONRPCRequest(body) || body.method !== 'tools/list' || body.params?.cursor !== undefined) return null;
  const parts = [
    encoder.encode(`{"jsonrpc":"2.0","id":${JSON.stringify(body.id)},"result":`),
    tools,
    encoder.encode('}'),
  ];
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return new Response(stream, { headers: { 'Content-Type': 'application/json' } });
}
