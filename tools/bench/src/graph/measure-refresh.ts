import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DataDirectory,
  FilesystemChangelogStore,
  FilesystemDocumentStore,
  FilesystemExtractionStore,
  FilesystemGraphCorrectionStore,
  FilesystemGraphStore,
  openDataDirectory,
} from '@arbiter/adapters-filesystem';
import { MarkdownParser } from '@arbiter/adapters-markdown';
import { GraphSchema } from '@arbiter/contracts';
import { encodeBlocks, GraphBuilder } from '@arbiter/ingestion-worker';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { packFolder } from '@arbiter/testing/packs';
import { prefixFigures } from '../benchmark.js';

/** Packs whose documents are varied. */
const PACKS = ['redmoor-hospital', 'millbeck-waterworks', 'larkfield-software', 'saltmere-ferries', 'ashen-march'];
const COLLECTION = 'bench';
const SCHEMA = GraphSchema.parse({ entityTypes: ['person', 'place', 'department', 'organisation', 'machine', 'item'] });
const { signal } = new AbortController();

/** A paragraph that ties two things that no other document names. */
const NEW_PARAGRAPH = '\n\nThe Quillon Store is a store. It is kept by Ansel Quillon.\n';

/**
 * A build from nothing, and a refresh after one document has changed: of a word, which ties nothing else, and by a paragraph that
 * brings two things. Stores are files, as in a data directory.
 */
export async function measureRefresh(documents: number, now: () => number): Promise<Record<string, number>> {
  const path = await mkdtemp(join(tmpdir(), 'arbiter-bench-graph-'));
  const directory = await openDataDirectory({ path, mode: 'write', clock: SYSTEM_CLOCK });
  try {
    const library = new Library(directory, await variedDocuments(documents));
    await library.putAll();
    return prefixFigures(`documents${documents}`, await measureIn(library, documents, now));
  } finally {
    await directory.close();
    await rm(path, { recursive: true });
  }
}

async function measureIn(library: Library, documents: number, now: () => number): Promise<Record<string, number>> {
  const seconds = async (work: () => Promise<unknown>): Promise<number> => {
    const began = now();
    await work();
    return (now() - began) / 1_000;
  };
  const builder = library.builder();
  const buildSeconds = await seconds(() => builder.build(COLLECTION, SCHEMA, signal));
  const changed = Math.floor(documents / 2);
  await library.change(changed, (text) => text.replace(/ the /, ' that '));
  library.textsRead = 0;
  const rewordSeconds = await seconds(() => builder.refresh(COLLECTION, signal));
  const rewordTexts = library.textsRead;
  await library.change(changed, (text) => text + NEW_PARAGRAPH);
  library.textsRead = 0;
  const refreshSeconds = await seconds(() => builder.refresh(COLLECTION, signal));
  return {
    ...{ buildSeconds, rewordSeconds, rewordTexts, refreshSeconds, refreshTexts: library.textsRead },
    ...{ rewordShare: rewordSeconds / buildSeconds, refreshShare: refreshSeconds / buildSeconds },
  };
}

interface VariedDocument {
  readonly path: string;
  readonly markdown: string;
}

/** Documents written at once; each waits for the disk. */
const AT_ONCE = 32;

class Library {
  textsRead = 0;
  private readonly documents: FilesystemDocumentStore;

  constructor(
    private readonly directory: DataDirectory,
    private readonly all: readonly VariedDocument[],
  ) {
    this.documents = new FilesystemDocumentStore(directory);
  }

  async putAll(): Promise<void> {
    for (let from = 0; from < this.all.length; from += AT_ONCE)
      await Promise.all(this.all.slice(from, from + AT_ONCE).map((document) => this.put(document)));
  }

  async change(position: number, edit: (markdown: string) => string): Promise<void> {
    const document = this.all[position];
    if (!document) throw new RangeError(`there is no document ${position}`);
    await this.put({ ...document, markdown: edit(document.markdown) });
  }

  builder(): GraphBuilder {
    const text = this.documents.text.bind(this.documents);
    this.documents.text = (...call) => {
      this.textsRead += 1;
      return text(...call);
    };
    return new GraphBuilder({
      documents: this.documents,
      graphs: new FilesystemGraphStore(this.directory),
      extractions: new FilesystemExtractionStore(this.directory),
      changelogs: new FilesystemChangelogStore(this.directory),
      corrections: new FilesystemGraphCorrectionStore(this.directory),
      reader: null,
      clock: SYSTEM_CLOCK,
      log: {
        warn: (_fields, message) => {
          throw new Error(message);
        },
      },
    });
  }

  private async put({ path, markdown }: VariedDocument): Promise<void> {
    const bytes = new TextEncoder().encode(markdown);
    const { text, title, sections, blocks, metadata } = await new MarkdownParser().parse({ bytes, name: path, signal });
    await this.documents.put(
      {
        ...{ id: path, collection: COLLECTION, origin: '/bench', source: path, title, mediaType: 'text/markdown' },
        ...{ contentHash: markdown, pipelineVersion: 1, length: text.length, chunks: 1, sections, pages: [] },
        ...{ layout: { blocks: encodeBlocks(blocks) }, metadata, updatedAt: '2026-01-01T00:00:00.000Z' },
      },
      text,
      signal,
    );
  }
}

/** Documents of packs, and copies of them in which every name is another. */
async function variedDocuments(count: number): Promise<VariedDocument[]> {
  const originals = await readPacks();
  const names = namesIn(originals.map(({ markdown }) => markdown));
  return Array.from({ length: count }, (_, at) => {
    const { path, markdown } = originals[at % originals.length] ?? { path: '', markdown: '' };
    const copy = Math.floor(at / originals.length);
    if (copy === 0) return { path, markdown };
    const ending = Array.from(String(copy), (digit) => SYLLABLES[Number(digit)] ?? '').join('');
    const renamed = markdown.replace(WORD, (word) => (names.has(word) ? word + ending : word));
    return { path: path.replace(/\.md$/, `-${copy}.md`), markdown: renamed };
  });
}

async function readPacks(): Promise<VariedDocument[]> {
  const packs = await Promise.all(
    PACKS.map(async (pack) => {
      const root = join(packFolder(pack), 'documents');
      const files = await readdir(root, { recursive: true, withFileTypes: true });
      const paths = files.filter((file) => file.isFile() && file.name.endsWith('.md'));
      return Promise.all(
        paths
          .map(({ parentPath, name }) => join(parentPath, name))
          .sort()
          .map(async (file) => ({
            path: `${pack}${file.slice(root.length)}`,
            markdown: await readFile(file, 'utf8'),
          })),
      );
    }),
  );
  return packs.flat();
}

const SYLLABLES = ['bar', 'del', 'fen', 'gor', 'hal', 'kes', 'lor', 'mar', 'nev', 'tor'];
const WORD = /(?<!\p{L})\p{Lu}\p{Ll}{2,}(?!\p{L})/gu;

/** Words that have a capital wherever they stand. */
function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const all = texts.join('\n');
  const small = new Set(all.match(/(?<!\p{L})\p{Ll}{3,}(?!\p{L})/gu));
  return new Set((all.match(WORD) ?? []).filter((word) => !small.has(word.toLowerCase())));
}
