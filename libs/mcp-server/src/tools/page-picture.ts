import { ArbiterError, getPagePicture, readPieces } from '@arbiter/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import type { Library } from '../library.js';
import { textContent } from './mcp-tool.js';

/** Across, in pixels: the first at which a picture has few enough bytes. At the first, letters of a printed page are legible. */
const WIDTHS = [1_000, 700, 450];

/**
 * Bytes of all pictures of a result. Claude Desktop takes results of 1,048,576 characters (https://github.com/PrefectHQ/fastmcp/issues/1036):
 * in base64 these are 880,000, which leaves room for texts.
 */
const MOST_BYTES = 660_000;

/**
 * The picture of a page, as far as the caller may see it. Where it cannot be shown a sentence stands in its place: the rest of a
 * result does not fail with it.
 *
 * @param share how many pictures the result has
 */
export async function pictureOf(
  { documentId, page }: { readonly documentId: string; readonly page: number },
  library: Library,
  share = 1,
): Promise<ContentBlock> {
  try {
    for (const width of WIDTHS) {
      const ask = (offset: number, length: number) =>
        library.ask(getPagePicture, { documentId, page, width, offset, length });
      const whole = await ask(0, 0);
      if (whole.bytes * share > MOST_BYTES) continue;
      const data = Buffer.from(await readPieces(whole, ask)).toString('base64');
      return { type: 'image', data, mimeType: whole.mediaType };
    }
    throw new ArbiterError('PAYLOAD_TOO_LARGE', 'It is too large for a result.');
  } catch (thrown) {
    library.options.signal.throwIfAborted();
    return textContent(`The picture of page ${page} cannot be shown: ${ArbiterError.from(thrown).message}`);
  }
}
