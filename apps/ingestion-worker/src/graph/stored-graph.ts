import { gunzipSync } from 'node:zlib';
import { ArbiterError } from '@arbiter/contracts';
import { CorrectionLog, decodeSnapshot, type GraphSnapshot } from '@arbiter/knowledge-graph';
import type { GraphCorrectionStore, GraphStore } from '@arbiter/ports';

/** @returns null without a graph, and for one that cannot be read */
export async function readSnapshot(
  graphs: Pick<GraphStore, 'currentVersion' | 'read'>,
  collection: string,
  signal: AbortSignal,
  onDamage: (error: ArbiterError) => void = () => undefined,
): Promise<GraphSnapshot | null> {
  const version = await graphs.currentVersion(collection, signal);
  if (version === null) return null;
  try {
    const bytes = await graphs.read(collection, version, signal);
    return bytes && decodeSnapshot(bytes, gunzipSync);
  } catch (error) {
    signal.throwIfAborted();
    onDamage(ArbiterError.from(error));
    return null;
  }
}

/** @throws ArbiterError UNAVAILABLE for events that contradict each other: somebody else wrote them */
export async function readCorrections(
  corrections: GraphCorrectionStore,
  collection: string,
  signal: AbortSignal,
): Promise<CorrectionLog> {
  const events = await corrections.read(collection, {}, signal);
  try {
    return CorrectionLog.from(events);
  } catch (error) {
    const message = `The corrections of "${collection}" are damaged, restore them from a backup: ${ArbiterError.from(error).message}`;
    throw new ArbiterError('UNAVAILABLE', message, { details: { collection }, cause: error });
  }
}
