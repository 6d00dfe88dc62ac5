export { createMcpServer, type McpServerSurroundings } from './create-mcp-server.js';
export { McpHttpHandler, type McpHttpOptions, type McpHttpRequest } from './http/mcp-http.handler.js';
export type { SessionLimits } from './http/session.table.js';
export type { CallOptions, CallOrigin, OperationCaller } from './operation-calls.js';
export { describePlace } from './tools/render-results.js';
export { isEndless } from './notices/listen-streams.js';
export { serveMcpStdio, type StdioOptions } from './serve-stdio.js';
