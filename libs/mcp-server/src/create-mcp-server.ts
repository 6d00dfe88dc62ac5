import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { complete, CompleteParams } from './completion/complete.js';
import { getDomainPrompt, listDomainPrompts } from './domain-prompts.js';
import { callAsking } from './elicitation/call-asking.js';
import { Person, type Outcome } from './elicitation/person.js';
import { toProtocolError, type CallOptions, type CallOrigin, type OperationCaller } from './operation-calls.js';
import type { Subscriber } from './notices/subscriber.js';
import { DOCUMENT_MIME_TYPE, ENTITY_MIME_TYPE, listResources } from './resources/list-resources.js';
import { readResource } from './resources/read-resource.js';
import { SESSION_MIME_TYPE, SESSION_URI_TEMPLATE } from './resources/read-session.js';
import { DOCUMENT_URI_TEMPLATE, ENTITY_URI_TEMPLATE } from './resources/resource-uris.js';
import { callTool } from './tools/call-tool.js';
import { sharedTools } from './tools/tool-catalog.js';
import { offeredTools, shownTool } from './tools/tool-list.js';

export interface McpServerSurroundings {
  readonly caller: OperationCaller;
  /** Whether clients may put documents into the library and delete them by that. */
  readonly mayIngest: boolean;
  /** Where people reach the console, without a slash at its end; absent: results hold no links into it. */
  readonly publicUrl?: string | undefined;
  /** Of Arbiter. */
  readonly version: string;
  /** Told what clients are not: errors that are not ours. */
  readonly onError: (error: unknown) => void;
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

/** A server for one connection (stdio), session or request (HTTP): tools, resources and prompts, each asked of the library. */
export function createMcpServer(surroundings: McpServerSurroundings): McpServer {
  const { caller, mayIngest, publicUrl, version, onError, originOf, subscriber } = surroundings;
  const tools = sharedTools(mayIngest);
  const listed = { listChanged: true };
  const mcp = new McpServer(
    { name: 'arbiter', title: 'Arbiter', version },
    {
      capabilities: { tools: listed, resources: { ...listed, subscribe: true }, prompts: listed, completions: {} },
      instructions: INSTRUCTIONS,
    },
  );
  // The protocol's own requests rather than McpServer's registries: the listed items are in the library and change.
  const { server } = mcp;
  const optionsOf = ({ mcpReq, http }: ServerContext): CallOptions => {
    const origin = http?.req && originOf?.(http.req);
    return { signal: mcpReq.signal, ...(origin && { origin }) };
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

  const call = (name: string, args: unknown, context: ServerContext): Promise<Outcome> => {
    const options = optionsOf(context);
    const run = (given: unknown) => callTool(name, given, context, { caller, tools, publicUrl }, options);
    // oxlint-disable-next-line no-deprecated -- a session declares them once, and nothing else tells
    const person = Person.behind(context, server.getClientCapabilities());
    const isOffered = tools.some((tool) => tool.name === name);
    return person && isOffered ? callAsking({ name, args, person, caller, options, run }) : run(args);
  };

  // Own schemas: for bad parameters, the protocol's handlers would report an error of the server (-32603).
  server.setRequestHandler('tools/list', { params: Paged }, async (_params, context) => ({
    tools: (await offeredTools(surroundings, optionsOf(context))).map(shownTool),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    answering(call(params.name, params.arguments, context)),
  );
  server.setRequestHandler('resources/list', { params: Paged }, ({ cursor }, context) =>
    answering(listResources(cursor, caller, optionsOf(context))),
  );
  server.setRequestHandler('resources/templates/list', { params: Paged }, () => ({
    resourceTemplates: [
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
        mimeType: ENTITY_MIME_TYPE,
      },
      {
        uriTemplate: SESSION_URI_TEMPLATE,
        name: 'session',
        title: 'A conversation',
        description: 'The questions and answers of a session, oldest first.',
        mimeType: SESSION_MIME_TYPE,
      },
    ],
  }));
  server.setRequestHandler('resources/read', { params: ReadParams }, ({ uri }, context) =>
    answering(readResource(uri, caller, optionsOf(context))),
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
  server.setRequestHandler('completion/complete', { params: CompleteParams }, (asked, context) =>
    answering(complete(asked, caller, optionsOf(context))),
  );
  server.setRequestHandler('prompts/list', { params: Paged }, (_params, context) =>
    answering(listDomainPrompts(caller, optionsOf(context))),
  );
  server.setRequestHandler('prompts/get', { params: GetPromptParams }, ({ name, arguments: values = {} }, context) =>
    answering(getDomainPrompt(name, values, caller, optionsOf(context))),
  );
  return mcp;
}
