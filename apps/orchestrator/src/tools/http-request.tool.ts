import type { WebClient } from '@arbiter/ports';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  type Availability,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';

const OFF = 'No host may be asked (HTTP_REQUEST_ALLOWED_HOSTS).';
/** From here on an answer says that the host did not give what was asked for (RFC 9110, 15). */
const FIRST_FAILURE = 400;

const Inputs = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .describe('Address of a page or of an interface that answers in text.'),
  method: z.enum(['GET', 'HEAD']).default('GET'),
});

/** Reads from hosts that the operator allows; the port refuses all others, and what is not public. */
export class HttpRequestTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'http-request';
  override readonly aliases = ['http_request'];
  readonly description: string;
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 30_000;

  constructor(private readonly web: WebClient) {
    super();
    const hosts = web.allowedHosts.join(', ');
    this.description = `Reads a text over HTTP, only from ${hosts === '' ? 'hosts that the operator allows' : hosts}.`;
  }

  override isToolAvailable(): Promise<Availability> {
    return Promise.resolve(this.web.allowedHosts.length > 0 ? { available: true } : { available: false, reason: OFF });
  }

  async *execute(
    _tree: TreeData,
    { url, method }: z.output<typeof Inputs>,
    { signal }: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const resource = await this.web.request({ method, url }, signal);
    if (resource.status >= FIRST_FAILURE) {
      yield new RecoverableError({ message: `${resource.url} answers with status ${resource.status}.` });
      return;
    }
    yield new Result({
      objects: [{ ...resource }],
      name: 'resource',
      metadata: { url: resource.url, status: resource.status, mediaType: resource.mediaType },
      llmMessage: 'Read {url} ({mediaType}).',
    });
  }
}
