import { fileURLToPath } from 'node:url';
import { servePages } from '@arbiter/platform';

/** Built by tools/bundle, beside the apps. */
const SITE = fileURLToPath(new URL('../../../console/dist/site', import.meta.url));

/** The page for people, at `/` of the door that clients talk to. */
export const serveConsole = servePages(SITE);
