/** Of all arms alike: they are released together. tools/workspace checks it against the root package.json. */
export const ARBITER_VERSION = '0.1.0';
