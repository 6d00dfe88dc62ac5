import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { complete, CompleteParams } from './completion/complete.js';
import { getDomainPrompt, listDomainPrompts } from './domain-prompts.js';
import { callAsking } from './elicitation/call-asking.js';
import { Person, type Outcome } from './elicitation/person.js';
import { Library } from './library.js';
import { toProtocolError, type CallOptions, type CallOrigin } from './operation-calls.js';
import type { Subscriber } from './notices/subscriber.js';
import { DOCUMENT_MIME_TYPE, JSON_MIME_TYPE, listResources, SESSION_SCHEME } from './resources/list-resources.js';
import { readResource } from './resources/read-resource.js';
import { DOCUMENT_URI_TEMPLATE, ENTITY_URI_TEMPLATE } from './resources/resource-uris.js';
import { callTool } from './tools/call-tool.js';
import { sharedTools } from './tools/tool-catalog.js';
import { offeredTools, type ToolSources } from './tools/tool-list.js';

export interface McpServerSurroundings extends ToolSources {
  /** Of Arbiter. */
  readonly version: string;
  /** Whose request a message came with; absent where there is one client only. */
  readonly originOf?: (request: Request) => CallOrigin | undefined;
  /** The client, where it holds a connection or a session in which it can be told of changes. */
  readonly subscriber?: Subscriber;
}

/** Parameters of the protocol's own requests, whatever else (`_meta`) they hold. */
const Paged = z.looseObject({ cursor: z.string().optional() });
const ReadParams = z.looseObject({ uri: z.string() });
const GetPromptParams = z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });

const INSTRUCTIONS =
  'Arbiter answers questions from a library of documents and declines what they do not support. Ask with "query": its ' +
  'answer has been checked against its sources, and [n] in it leads to them. The search tools list passages for you to ' +
  'read yourself. Cite the documents by their document:// addresses.';

const RESOURCE_TEMPLATES = [
  {
    uriTemplate: DOCUMENT_URI_TEMPLATE,
    name: 'document',
    title: 'A document of the library',
    description:
      'The text of a document, by domain (or collection) and path; "id" tells apart those that share a path.',
    mimeType: DOCUMENT_MIME_TYPE,
  },
  {
    uriTemplate: ENTITY_URI_TEMPLATE,
    name: 'entity',
    title: 'Something that a document describes',
    description:
      'A unit, weapon, ability or rule by domain (or collection), type and name: what is known of it, and the text that describes it.',
    mimeType: JSON_MIME_TYPE,
  },
  {
    uriTemplate: `${SESSION_SCHEME}{sessionId}`,
    name: 'session',
    title: 'A conversation',
    description: 'The questions and answers of a session, oldest first.',
    mimeType: JSON_MIME_TYPE,
  },
];

const listed = { listChanged: true };
const capabilities = { tools: listed, resources: { ...listed, subscribe: true }, prompts: listed, completions: {} };

/** A server for one connection (stdio), session or request (HTTP): tools, resources and prompts, each asked of the library. */
export function createMcpServer(surroundings: McpServerSurroundings): McpServer {
  const { caller, mayIngest, version, onError, originOf, subscriber } = surroundings;
  const mcp = new McpServer(
    { name: 'arbiter', title: 'Arbiter', version },
    { capabilities, instructions: INSTRUCTIONS },
  );
  // The protocol's own requests rather than McpServer's registries: the listed items are in the library and change.
  const { server } = mcp;
  const optionsOf = ({ mcpReq, http }: ServerContext): CallOptions => {
    const origin = http?.req && originOf?.(http.req);
    return { signal: mcpReq.signal, ...(origin && { origin }) };
  };
  const call = (name: string, args: unknown, context: ServerContext): Promise<Outcome> => {
    const options = optionsOf(context);
    const run = (given: unknown) => callTool(name, given, context, surroundings, options);
    // oxlint-disable-next-line no-deprecated -- a session declares them once, and nothing else tells
    const person = Person.behind(context, server.getClientCapabilities());
    const isOffered = sharedTools(mayIngest).some((tool) => tool.name === name);
    return person && isOffered
      ? callAsking({ name, args, person, library: new Library(caller, options), run })
      : run(args);
  };
  const answering = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      const error = toProtocolError(thrown);
      if (error !== thrown) onError(thrown);
      throw error;
    }
  };
  const answered =
    <P, R>(answer: (params: P, library: Library) => Promise<R>) =>
    (params: P, context: ServerContext): Promise<R> =>
      answering(answer(params, new Library(caller, optionsOf(context))));

  // Own schemas: for bad parameters, the protocol's handlers would report an error of the server (-32603).
  server.setRequestHandler('tools/list', { params: Paged }, async (_params, context) => ({
    tools: [...(await offeredTools(surroundings, optionsOf(context)))],
  }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    answering(call(params.name, params.arguments, context)),
  );
  server.setRequestHandler(
    'resources/list',
    { params: Paged },
    answered(({ cursor }, library) => listResources(cursor, library)),
  );
  server.setRequestHandler('resources/templates/list', { params: Paged }, () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }));
  server.setRequestHandler(
    'resources/read',
    { params: ReadParams },
    answered(({ uri }, library) => readResource(uri, library)),
  );
  if (subscriber) {
    server.setRequestHandler('resources/subscribe', { params: ReadParams }, async ({ uri }) => {
      await answering(subscriber.subscribe(uri));
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', { params: ReadParams }, ({ uri }) => {
      subscriber.unsubscribe(uri);
      return {};
    });
  }
  server.setRequestHandler('completion/complete', { params: CompleteParams }, answered(complete));
  server.setRequestHandler(
    'prompts/list',
    { params: Paged },
    answered((_params, library) => listDomainPrompts(library)),
  );
  server.setRequestHandler(
    'prompts/get',
    { params: GetPromptParams },
    answered(({ name, arguments: values = {} }, library) => getDomainPrompt(name, values, library)),
  );
  return mcp;
}
