// Jest's globalSetup.
import { sharedHost } from './shared-host.mjs';

export default () => sharedHost.open();
