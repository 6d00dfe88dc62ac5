import { ArbiterError } from '@arbiter/contracts';

/** The last revision of the protocol that knows sessions. */
const REVISION = '2025-11-25';
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** A session as clients open it: greeting, then the list of the tools. */
export class McpClientSession {
  private constructor(
    private readonly url: string,
    private readonly id: string,
  ) {}

  /** @throws ArbiterError UNAVAILABLE where the server opens none */
  static async open(url: string): Promise<McpClientSession> {
    const params = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
    const response = await post(url, {}, { id: 0, method: 'initialize', params });
    const id = response.headers.get('mcp-session-id');
    if (id === null) throw new ArbiterError('UNAVAILABLE', `No session was opened: ${response.status}.`);
    const session = new McpClientSession(url, id);
    await session.send({ method: 'notifications/initialized' });
    await session.send({ id: 1, method: 'tools/list', params: {} });
    return session;
  }

  async close(): Promise<void> {
    const response = await fetch(`${this.url}/mcp`, { method: 'DELETE', headers: this.headers });
    await response.arrayBuffer();
  }

  /** @throws ArbiterError UNAVAILABLE where the session has ended */
  private async send(message: Readonly<Record<string, unknown>>): Promise<void> {
    const response = await post(this.url, this.headers, message);
    if (!response.ok) throw new ArbiterError('UNAVAILABLE', `The session does not answer: ${response.status}.`);
  }

  private get headers(): Record<string, string> {
    return { 'mcp-session-id': this.id, 'mcp-protocol-version': REVISION };
  }
}

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  message: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  await response.arrayBuffer();
  return response;
}
