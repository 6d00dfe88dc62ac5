export * from './http-calls.js';
export * from './installation.js';
export * from './notes-folder.js';
export * from './processes.js';
export * from './run-program.js';
export * from './servers.js';
export * from './temporary-folders.js';
