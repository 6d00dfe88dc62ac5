import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { MarkdownParser } from '@arbiter/adapters-markdown';
import type { DocumentLink, ExtractableDocument, ExtractionSchema } from '@arbiter/extraction';
import { z } from 'zod';

const GoldEntity = z.object({
  name: z.string(),
  type: z.string().optional(),
  aliases: z.array(z.string()).default([]),
  document: z.string().optional(),
});
const GoldRelation = z.object({
  from: z.string(),
  type: z.string(),
  to: z.string(),
  document: z.string().optional(),
});
export type GoldEntity = z.infer<typeof GoldEntity>;
export type GoldRelation = z.infer<typeof GoldRelation>;

const PackConfig = z.object({
  entities: z
    .object({
      types: z.array(z.string()).default([]),
      relations: z.record(z.string(), z.object({ from: z.string().optional(), to: z.string().optional() })).default({}),
    })
    .default({ types: [], relations: {} }),
});

/** A domain pack as far as extraction is measured on it. */
export interface LabelledPack {
  readonly schema: ExtractionSchema;
  readonly documents: readonly ExtractableDocument[];
  /** Only labels of the documents that were read. */
  readonly entities: readonly GoldEntity[];
  readonly relations: readonly GoldRelation[];
}

/** Reads `config.json`, `documents/**.md` and the labels of a pack. Sessions are not read: their changes are the changelog's. */
export async function readPack(folder: string): Promise<LabelledPack> {
  const config = PackConfig.parse(JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')));
  const files = (await readdir(join(folder, 'documents'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const documents = await Promise.all(files.map((file) => readDocument(folder, file)));
  const isRead = ({ document }: { readonly document?: string | undefined }): boolean =>
    document?.startsWith('sessions/') !== true;
  return {
    schema: {
      entityTypes: config.entities.types,
      relationTypes: Object.entries(config.entities.relations).map(([type, { from, to }]) => ({
        type,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      })),
    },
    documents,
    entities: (await readLines(join(folder, 'eval', 'entities.jsonl'), GoldEntity)).filter(isRead),
    relations: (await readLines(join(folder, 'eval', 'relations.jsonl'), GoldRelation)).filter(isRead),
  };
}

export async function readDocument(folder: string, file: string): Promise<ExtractableDocument> {
  const bytes = await readFile(file);
  const parsed = await new MarkdownParser().parse({ bytes, name: file, signal: new AbortController().signal });
  const id = relative(folder, file).replaceAll('\\', '/');
  return { id, ...parsed, links: linksOf(bytes.toString('utf8'), parsed.text, id) };
}

/** Links to files beside the document, found in the parsed text in their order. */
function linksOf(source: string, text: string, id: string): DocumentLink[] {
  const links: DocumentLink[] = [];
  let from = 0;
  for (const [, label = '', href = ''] of source.matchAll(/\[([^[\]\n]{1,200})\]\(([^()\s]{1,300}\.md)\)/g)) {
    const bare = label.replace(/[*_]/g, '');
    const start = text.indexOf(bare, from);
    if (start < 0) continue;
    from = start + bare.length;
    const target = new URL(href, `file:///${id}`).pathname.slice(1);
    links.push({ start, end: from, target: decodeURIComponent(target) });
  }
  return links;
}

/** A missing file has no labels. */
async function readLines<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [schema.parse(JSON.parse(line))];
    } catch (error) {
      throw new Error(`${file}, line ${index + 1}: ${String(error)}`, { cause: error });
    }
  });
}
