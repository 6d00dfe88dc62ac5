import type { GivenDescription } from '@arbiter/ports';

export const NOTHING_GIVEN: GivenDescription = { title: null, metadata: {} };
