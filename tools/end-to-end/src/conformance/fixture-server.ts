import { randomBytes } from 'node:crypto';
import {
  ResourceTemplate,
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { McpServerSurroundings } from '@arbiter/mcp-server';
import { z } from 'zod';
import { PNG, registerFixtureTools } from './fixture-tools.js';

const listed = { listChanged: true };
const codec = createRequestStateCodec<string>({
  key: randomBytes(32),
  bind: (context: ServerContext) => context.mcpReq.method,
});

/** What the conformance suite expects of a server, in place of Arbiter's own tools: behind it, all is Arbiter's. */
export function createFixtureServer(
  { subscriber }: McpServerSurroundings,
  changeLibrary: (what: 'tools' | 'prompts') => void,
): McpServer {
  const server = new McpServer(
    { name: 'conformance', version: '1' },
    {
      capabilities: {
        tools: listed,
        prompts: listed,
        resources: { ...listed, subscribe: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: (state, context) => codec.verify(state, context) },
    },
  );
  registerFixtureTools(server, { codec, changeLibrary });
  registerResources(server);
  registerPrompts(server);
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  if (subscriber) {
    const Uri = z.looseObject({ uri: z.string() });
    server.server.setRequestHandler('resources/subscribe', { params: Uri }, async ({ uri }) => {
      await subscriber.subscribe(uri);
      return {};
    });
    server.server.setRequestHandler('resources/unsubscribe', { params: Uri }, ({ uri }) => {
      subscriber.unsubscribe(uri);
      return {};
    });
  }
  return server;
}

function registerResources(server: McpServer): void {
  const plain = { description: 'of the conformance suite', mimeType: 'text/plain' };
  for (const [name, text] of [
    ['static-text', 'This is the content of the static text resource.'],
    ['watched-resource', 'watched'],
  ] as const) {
    server.registerResource(name, `test://${name}`, plain, ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/plain', text }],
    }));
  }
  const image = { description: 'of the conformance suite', mimeType: 'image/png' };
  server.registerResource('static-binary', 'test://static-binary', image, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: PNG }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const json = { description: 'of the conformance suite', mimeType: 'application/json' };
  server.registerResource('template', template, json, ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
}

function registerPrompts(server: McpServer): void {
  const said = (...contents: object[]) =>
    ({ messages: contents.map((content) => ({ role: 'user', content })) }) as never;
  const text = (content: string) => ({ type: 'text', text: content });
  const described = { description: 'of the conformance suite' };
  server.registerPrompt('test_simple_prompt', described, () => said(text('This is a simple prompt for testing.')));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { ...described, argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...described, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return said({ type: 'resource', resource }, text('Please process the embedded resource above.'));
    },
  );
  server.registerPrompt('test_prompt_with_image', described, () =>
    said({ type: 'image', data: PNG, mimeType: 'image/png' }, text('Please analyze the image above.')),
  );
  server.registerPrompt('test_input_required_result_prompt', described, ({ mcpReq }) => {
    const requestedSchema = z.object({ context: z.string() });
    const given = acceptedContent(mcpReq.inputResponses, 'user_context', requestedSchema);
    if (given) return said(text(given.context));
    const question = { message: 'What context should the prompt use?', requestedSchema };
    return inputRequired({ inputRequests: { user_context: inputRequired.elicit(question) } });
  });
}
