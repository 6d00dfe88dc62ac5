/** Injection tokens of this arm's ports. */
export const OPERATION_CLIENT = Symbol('OperationClient');
export const REDACTION = Symbol('DocumentRedaction');
export const SESSION_STORE = Symbol('SessionStore');
export const DOMAIN_CATALOG = Symbol('DomainCatalog');
export const CLOCK = Symbol('Clock');
export const ID_GENERATOR = Symbol('IdGenerator');
