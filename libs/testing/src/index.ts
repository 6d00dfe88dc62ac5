export * from './free-port.js';
export * from './nats-server.js';
export * from './until.js';
