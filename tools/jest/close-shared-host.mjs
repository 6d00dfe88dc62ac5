// Jest's globalTeardown.
import { sharedHost } from './shared-host.mjs';

export default () => sharedHost.close();
