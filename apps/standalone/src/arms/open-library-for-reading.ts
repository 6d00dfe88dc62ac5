import { bindIngestionReader, IngestionReaderModule } from '@arbiter/ingestion-worker';
import { bindRetrieverPorts } from '@arbiter/retriever-arm';
import type { StandaloneConfig } from '../standalone.config.js';
import type { OpenedLibrary, OpenLibraryOptions } from './opened-arm.js';

/** Opens the retriever's stores and, on request, jobs, documents and entities. Any number of processes may do so. */
export async function openLibraryForReading(
  { ingestion: { values } }: StandaloneConfig,
  { cwd, embedder, tells }: Pick<OpenLibraryOptions, 'cwd' | 'embedder'> & { readonly tells: boolean },
): Promise<OpenedLibrary> {
  const shared = await bindRetrieverPorts(values, cwd, { embedder });
  try {
    const reader = tells ? await bindIngestionReader(values, cwd) : null;
    return {
      directory: null,
      shared,
      languageModels: [],
      ingestion: reader && IngestionReaderModule.register(reader),
      async close() {
        await reader?.close();
        await shared.close();
      },
    };
  } catch (error) {
    await shared.close();
    throw error;
  }
}
