import { register } from 'node:module';

// `node --import <this file> -C @arbiter/source child.ts`: a process that runs from the sources, as the tests do.
register('./typescript-hooks.mjs', import.meta.url);
