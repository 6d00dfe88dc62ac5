import type { ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { chartBlocks } from '../docx/chart.js';
import type { Losses } from '../docx/losses.js';
import { textOf } from '../docx/page-margins.js';
import { childNamed, childrenNamed, readWordPart, type WordElement } from '../docx/word-xml.js';
import type { ZipContainer } from '../zip-container.js';
import { plainGrid, writeGrid } from './grid-table.js';
import { readPart, relationsOf } from './office-package.js';
import { nodesNamed, textIn, type XmlNode } from './xml-tree.js';

/** Writes the title, axes and values of a chart; one that says nothing is a loss. */
export async function writeChart(
  path: string,
  { container, builder, losses }: { container: ZipContainer; builder: ParsedDocumentBuilder; losses: Losses },
): Promise<void> {
  const bytes = await container.readIfWhole(path);
  const part = bytes ? readWordPart(bytes) : undefined;
  const blocks = typeof part === 'object' ? chartBlocks(part.root) : [];
  if (blocks.length === 0) losses.add('chart');
  for (const block of blocks) {
    if (block.name === 'w:p') {
      builder.append('paragraph', textOf(block));
      continue;
    }
    const rows = childrenNamed(block, 'w:tr').map(cellsOf);
    writeGrid(builder, plainGrid(rows), { lines: 1, names: rows[0] ?? [] });
  }
}

/** Writes what the drawings on a sheet say: text boxes, the texts of pictures, charts. */
export async function writeDrawing(
  path: string,
  target: { container: ZipContainer; builder: ParsedDocumentBuilder; losses: Losses },
): Promise<void> {
  const drawing = await readPart(target.container, path);
  if (!drawing) return;
  for (const text of alternativesIn(drawing)) target.builder.append('paragraph', text);
  for (const paragraph of nodesNamed(drawing, 'p'))
    target.builder.append('paragraph', nodesNamed(paragraph, 't').map(textIn).join(''));
  for (const { type, path: chart } of await relationsOf(target.container, path))
    if (type === 'chart') await writeChart(chart, target);
}

/** What is told of pictures and shapes to those who do not see them. */
export function alternativesIn(node: XmlNode): string[] {
  return nodesNamed(node, 'cNvPr').flatMap(({ attributes: { descr = '', title = '' } }) => {
    const said = [...new Set([title.trim(), descr.trim()].filter((text) => text !== ''))].join(': ');
    return said === '' ? [] : [said];
  });
}

function cellsOf(row: WordElement): string[] {
  return childrenNamed(row, 'w:tc').map((cell) => {
    const paragraph = childNamed(cell, 'w:p');
    return paragraph ? textOf(paragraph) : '';
  });
}
