import {
  ArbiterError,
  findEntities,
  getDocument,
  getDocumentText,
  getEntity,
  getEntityData,
  listCollections,
  search,
  type AnyOperation,
} from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { ToolCall, ToolLibrary } from '@arbiter/tool-sdk';

/** What tools of packs may ask for: it reads, and changes nothing. */
const READING: ReadonlyMap<string, AnyOperation> = new Map(
  [search, listCollections, getDocument, getDocumentText, findEntities, getEntity, getEntityData].map(
    (operation: AnyOperation) => [operation.name, operation],
  ),
);

/** The library as tools of packs see it. */
export class OperationLibrary implements ToolLibrary {
  constructor(private readonly client: OperationClient) {}

  async request(name: string, input: Readonly<Record<string, unknown>>, parent: ToolCall): Promise<unknown> {
    const operation = READING.get(name);
    if (operation) return this.client.request(operation, input, { parent });
    throw new ArbiterError(
      'FORBIDDEN',
      `Tools of packs may not call ${name}; they may call ${[...READING.keys()].join(', ')}.`,
    );
  }
}
