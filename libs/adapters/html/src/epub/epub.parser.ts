import { ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { refusal, ZipContainer } from '../container/zip-container.js';
import { readContents } from './read-contents.js';
import { readPackage } from './read-package.js';

/**
 * Reads e-books: the chapters in the order of the spine, each as a page, with their headings as sections. A chapter without
 * headings gets the one that the table of contents gives it. Pictures leave their alternative text.
 */
export class EpubParser implements DocumentParser {
  readonly name = 'epub';
  readonly mediaType = 'application/epub+zip';
  readonly extensions = ['.epub'];

  /** @param pages reads HTML */
  constructor(private readonly pages: DocumentParser) {}

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    const container = await ZipContainer.open(bytes, name, signal);
    const { title, metadata, chapters, contents } = await readPackage(container, name);
    const titles = await readContents(container, contents);
    const builder = new ParsedDocumentBuilder();
    let read = 0;
    for (const path of chapters) {
      signal.throwIfAborted();
      // The navigation document is a chapter of some books: links, which say what stands elsewhere.
      if (path === contents) continue;
      const chapter = await this.readChapter(container, path, signal);
      if (typeof chapter === 'string') {
        builder.warn(chapter);
        continue;
      }
      read++;
      const entry = titles.get(path);
      if (entry && chapter.sections.length === 0 && chapter.text !== '') builder.heading(entry.title, entry.level);
      builder.appendDocument(chapter);
    }
    if (read === 0) throw refusal(name, 'is broken: none of its chapters can be read.');
    return builder.build({ title, metadata });
  }

  /** @returns why the chapter is missing, as a sentence, where it cannot be read */
  private async readChapter(
    container: ZipContainer,
    path: string,
    signal: AbortSignal,
  ): Promise<ParsedDocument | string> {
    const bytes = await container.readIfWhole(path);
    if (bytes === undefined) return `The chapter ${path} is missing in the file.`;
    if (bytes === null) return `The chapter ${path} is broken and could not be unpacked.`;
    try {
      return await this.pages.parse({ bytes, name: `${path}.xhtml`, signal });
    } catch {
      signal.throwIfAborted();
      return `The chapter ${path} could not be read.`;
    }
  }
}
