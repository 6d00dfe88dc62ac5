import type { StoredDocument } from '@arbiter/ports';

/** Keys are `<collection>.<id>`, each in base64url: either may hold what divides a key or stands for others. */
export function documentKey({ collection, id }: Pick<StoredDocument, 'collection' | 'id'>): string {
  return `${encode(collection)}.${encode(id)}`;
}

/** The key of a document, whichever collection it is in. */
export function anyCollection(documentId: string): string {
  return `*.${encode(documentId)}`;
}

export function ofCollection(collection: string): string {
  return `${encode(collection)}.*`;
}

export function idOfKey(key: string): string {
  return Buffer.from(key.slice(key.indexOf('.') + 1), 'base64url').toString();
}

function encode(part: string): string {
  return Buffer.from(part).toString('base64url');
}
