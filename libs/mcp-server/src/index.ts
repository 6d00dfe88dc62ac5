export { McpHttpHandler, type McpHttpOptions, type McpHttpRequest } from './http/mcp-http.handler.js';
export type { SessionLimits } from './http/session.table.js';
export type { CallOptions, CallOrigin, OperationCaller } from './operation-caller.js';
export { serveMcpStdio, type StdioOptions } from './stdio/serve-stdio.js';
