import { type MachineKind, MOST_NAMED_FILES, type MachineMadeEstimate } from '@arbiter/contracts';
import type { MachineMadeDocument, Sampled } from './read-sample.js';

/** The machine-made documents of one format, and what they were sampled from. */
export interface SampledMachineMade {
  readonly found: readonly MachineMadeDocument[];
  readonly sampled: Pick<Sampled, 'documents' | 'bytes'>;
  readonly all: Pick<Sampled, 'documents' | 'bytes'>;
}

/** Counts machine-made documents by kind; of sampled formats by the share that they have in the sample. Most bytes first. */
export function tallyMachineMade(formats: readonly SampledMachineMade[]): MachineMadeEstimate[] {
  const kinds = new Map<MachineKind, { documents: number; bytes: number; files: MachineMadeDocument[] }>();
  for (const { found, sampled, all } of formats) {
    const documents = sampled.documents === 0 ? 0 : all.documents / sampled.documents;
    const bytes = sampled.bytes === 0 ? documents : all.bytes / sampled.bytes;
    for (const file of found) {
      const tally = kinds.get(file.kind) ?? { documents: 0, bytes: 0, files: [] };
      tally.documents += documents;
      tally.bytes += file.bytes * bytes;
      tally.files.push(file);
      kinds.set(file.kind, tally);
    }
  }
  return [...kinds]
    .map(([kind, { documents, bytes, files }]) => ({
      kind,
      documents: Math.round(documents),
      bytes: Math.round(bytes),
      largest: files
        .sort((a, b) => b.bytes - a.bytes)
        .slice(0, MOST_NAMED_FILES)
        .map(({ source, bytes: size }) => ({ source, bytes: size })),
    }))
    .sort((a, b) => b.bytes - a.bytes);
}
