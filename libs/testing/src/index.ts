export * from './chat-chunks.js';
export * from './elasticsearch-server.js';
export * from './free-port.js';
export * from './http-stand-in.js';
export * from './nats-server.js';
export * from './qdrant-server.js';
export * from './server-link.js';
export * from './until.js';
