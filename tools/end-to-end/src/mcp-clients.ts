import type { Answer } from '@arbiter/contracts';
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type Transport,
} from '@modelcontextprotocol/client';

/** Before revision 2026-07-28 a client holds a session; since then each request stands by itself. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** Clients of the Model Context Protocol, by its official library, that live as long as the specs that use them. */
export class McpClients {
  private readonly open: Client[] = [];

  async overHttp(revision: Revision, url: string, headers: Readonly<Record<string, string>> = {}): Promise<Client> {
    return this.connect(
      revision,
      new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
    );
  }

  async connect(revision: Revision, transport: Transport, onError?: (error: Error) => void): Promise<Client> {
    const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
    const client = new Client({ name: 'end-to-end', version: '1' }, { versionNegotiation: { mode } });
    if (onError) client.onerror = onError;
    this.open.push(client);
    await client.connect(transport);
    return client;
  }

  async closeAll(): Promise<void> {
    for (const client of this.open.splice(0)) await client.close();
  }
}

/** The text with which a tool's result begins; empty where it begins with something else. */
export function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

/** Scores differ in their last digits with what else the model computes at the same time. */
export function spansOf({ citations }: Answer): object[] {
  return citations.map(({ marker, documentId, start, end, quote }) => ({ marker, documentId, start, end, quote }));
}

/** The first message of a client of a revision that holds sessions. */
export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'end-to-end', version: '1' } },
} as const;

/** What such a client accepts. */
export const MCP_ACCEPT = { accept: 'application/json, text/event-stream' } as const;
