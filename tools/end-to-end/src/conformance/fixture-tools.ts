import { setTimeout as delay } from 'node:timers/promises';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type ClientCapabilities,
  type ContentBlock,
  type InputRequiredResult,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** No samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

type Run = (
  context: ServerContext,
) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;

const NAME = z.object({ name: z.string() });
const name = inputRequired.elicit({ message: 'What is your name?', requestedSchema: NAME });
const sampling = (text: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens });

export interface FixtureSurroundings {
  readonly codec: RequestStateCodec<string>;
  /** Changes the library that lists are made of. */
  readonly changeLibrary: (what: 'tools' | 'prompts') => void;
}

/** The tools that the conformance suite calls. Its descriptions of the scenarios say what each does. */
export function registerFixtureTools(server: McpServer, { codec, changeLibrary }: FixtureSurroundings): void {
  const tool = (toolName: string, run: Run): void => {
    server.registerTool(toolName, { description: `${toolName} of the conformance suite` }, run);
  };

  const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };
  tool('test_simple_text', () => text('This is a simple text response for testing.'));
  tool('test_image_content', () => ({ content: [image] }));
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }));
  tool('test_embedded_resource', () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }));
  tool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }));
  tool('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  tool('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await delay(50);
    }
    return text('done');
  });
  const logging: Run = async ({ mcpReq }) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      // oxlint-disable-next-line no-deprecated -- the suite of 2025 tests it
      await mcpReq.log('info', line);
      await delay(50);
    }
    return text('done');
  };
  tool('test_tool_with_logging', logging);
  tool('test_logging_tool', logging);
  tool('test_trigger_tool_change', () => {
    changeLibrary('tools');
    return text('changed');
  });
  tool('test_trigger_prompt_change', () => {
    changeLibrary('prompts');
    return text('changed');
  });

  // What the server asks of its client.
  server.registerTool(
    'test_sampling',
    { description: 'asks the model of the client', inputSchema: z.object({ prompt: z.string() }) },
    ({ prompt }, { mcpReq }) => {
      const answer = inputResponse(mcpReq.inputResponses, 'answer');
      return answer.kind === 'sampling'
        ? text(`LLM response: ${JSON.stringify(answer.result.content)}`)
        : inputRequired({ inputRequests: { answer: sampling(prompt, 100) } });
    },
  );
  const user = { username: field("User's response"), email: field("User's email address") };
  server.registerTool(
    'test_elicitation',
    { description: 'asks the person at the client', inputSchema: z.object({ message: z.string() }) },
    ({ message }, context) => elicited(context, message, user, ['username', 'email'], 'User response'),
  );
  tool('test_streaming_elicitation', (context) =>
    elicited(context, 'Who are you?', user, ['username'], 'User response'),
  );
  tool('test_elicitation_sep1034_defaults', (context) => elicited(context, 'Please check these', DEFAULTS));
  tool('test_elicitation_sep1330_enums', (context) => elicited(context, 'Please choose', ENUMS));

  // Questions that are results.
  tool('test_input_required_result_elicitation', ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', NAME);
    return given ? text(`Hello, ${given.name}!`) : inputRequired({ inputRequests: { user_name: name } });
  });
  tool('test_input_required_result_sampling', ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
    return answer.kind === 'sampling'
      ? text(JSON.stringify(answer.result.content))
      : inputRequired({ inputRequests: { capital_question: sampling('What is the capital of France?', 100) } });
  });
  tool('test_input_required_result_list_roots', ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
    return answer.kind === 'roots'
      ? text(JSON.stringify(answer.roots))
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  const confirming: Run = async (context) => {
    const { mcpReq } = context;
    const isAnswered = inputResponse(mcpReq.inputResponses, 'confirm').kind === 'elicit';
    if (isAnswered && mcpReq.requestState<string>() === 'confirming') return text('state-ok');
    const requestedSchema = z.object({ ok: z.boolean() });
    const inputRequests = { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema }) };
    return inputRequired({ inputRequests, requestState: await codec.mint('confirming', context) });
  };
  tool('test_input_required_result_request_state', confirming);
  tool('test_input_required_result_tampered_state', confirming);
  tool('test_input_required_result_multiple_inputs', async (context) => {
    const answers = context.mcpReq.inputResponses ?? {};
    if (['user_name', 'greeting', 'client_roots'].every((key) => key in answers)) return text(JSON.stringify(answers));
    const inputRequests = {
      user_name: name,
      greeting: sampling('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    };
    return inputRequired({ inputRequests, requestState: await codec.mint('asked', context) });
  });
  tool('test_input_required_result_multi_round', async (context) => {
    const { mcpReq } = context;
    const round = mcpReq.requestState<string>();
    const answered = (key: string): boolean => inputResponse(mcpReq.inputResponses, key).kind === 'elicit';
    if (round === '2' && answered('step2')) return text('done');
    const isSecond = round === '1' && answered('step1');
    const step1 = inputRequired.elicit({ message: 'Step 1: What is your name?', requestedSchema: NAME });
    const COLOUR = z.object({ color: z.string() });
    const step2 = inputRequired.elicit({ message: 'Step 2: What is your favorite color?', requestedSchema: COLOUR });
    return isSecond
      ? inputRequired({ inputRequests: { step2 }, requestState: await codec.mint('2', context) })
      : inputRequired({ inputRequests: { step1 }, requestState: await codec.mint('1', context) });
  });
  tool('test_input_required_result_capabilities', (context) => {
    const declared = capabilitiesOf(context);
    return inputRequired({
      inputRequests: {
        ...(declared.sampling && { capital_question: sampling('What is the capital of France?', 100) }),
        ...(declared.elicitation && { user_name: name }),
      },
    });
  });
  tool('test_missing_capability', ({ mcpReq }) => {
    const isAnswered = inputResponse(mcpReq.inputResponses, 'answer').kind === 'sampling';
    return isAnswered ? text('done') : inputRequired({ inputRequests: { answer: sampling('Say something.', 50) } });
  });

  // Schemas and headers.
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(SCHEMA_2020_12 as never) },
    () => text('done'),
  );
  const region = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  server.registerTool(
    'test_custom_headers',
    { description: 'has a parameter that is a header, too', inputSchema: fromJsonSchema(region as never) },
    () => text('done'),
  );
}

function text(content: string): CallToolResult {
  return { content: [{ type: 'text', text: content }] };
}

function embedded(uri: string, mimeType: string, content: string): ContentBlock {
  return { type: 'resource', resource: { uri, mimeType, text: content } };
}

function field(description: string): object {
  return { type: 'string', description };
}

function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope = new Map<string, unknown>(Object.entries(mcpReq.envelope ?? {}));
  return (envelope.get(CLIENT_CAPABILITIES_META_KEY) as ClientCapabilities | undefined) ?? {};
}

function elicited(
  { mcpReq }: ServerContext,
  message: string,
  properties: object,
  required: readonly string[] = [],
  told = 'Elicitation completed',
): CallToolResult | InputRequiredResult {
  const answer = inputResponse(mcpReq.inputResponses, 'asked');
  if (answer.kind === 'elicit')
    return text(`${told}: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
  const requestedSchema = { type: 'object', properties, required } as never;
  return inputRequired({ inputRequests: { asked: inputRequired.elicit({ message, requestedSchema }) } });
}

const DEFAULTS = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const PLAIN = ['option1', 'option2', 'option3'];
const titled = (word: string) =>
  ['First', 'Second', 'Third'].map((nth, n) => ({ const: `value${n + 1}`, title: `${nth} ${word}` }));
const ENUMS = {
  untitledSingle: { type: 'string', enum: PLAIN },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: PLAIN } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
};

const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};
