/** Injection tokens of this arm's ports: interfaces leave nothing behind at run time to inject by. */
export const CLOCK = Symbol('Clock');
