import { once } from 'node:events';
import { type AskForPiece, type BytePiece, piecesOf } from '@arbiter/contracts';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { HttpRequestError } from './send-problem.js';

/** Media types that a browser shows without running anything that a file holds. SVG and HTML are none of them. */
const SHOWN_INLINE = /^(?:application\/pdf|image\/(?:avif|bmp|gif|jpeg|png|webp)|text\/plain)$/;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Whatever a browser makes of the bytes: no script, no form, no plugin, nothing loaded, nothing of this origin. */
const SANDBOX = "sandbox; default-src 'none'";

/**
 * Answers with bytes that are asked for piece by piece, as fast as the client reads them: all of them, one range (206, 416), or
 * nothing where the client has them already (304), by RFC 9110, sections 13 to 15. Before the first byte is there nothing is
 * sent, so that what fails is answered with a problem.
 *
 * @param signal aborted when the client has gone
 * @throws ArbiterError as `ask`; once something is sent the connection is cut instead, which tells that bytes are missing
 */
export async function sendBytes(req: Request, res: Response, ask: AskForPiece, signal: AbortSignal): Promise<void> {
  const whole = await ask(0, 0);
  const etag = `"${whole.sha256}"`;
  const validators = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isListed(req.get('if-none-match'), etag)) {
    res.set(validators).status(304).end();
    return;
  }
  const range = rangeOf(req, whole.bytes, etag);
  const { start, end } = range ?? { start: 0, end: whole.bytes };
  const pieces = req.method === 'HEAD' ? null : piecesOf(whole, { start, end }, ask);
  const first = await pieces?.next();
  describe(res.set(validators), whole);
  res.setHeader('Content-Length', end - start);
  if (range) res.status(206).setHeader('Content-Range', `bytes ${start}-${end - 1}/${whole.bytes}`);
  try {
    for (let next = first; next && !next.done; next = await pieces?.next())
      if (!res.write(next.value)) await once(res, 'drain', { signal });
    res.end();
  } catch (error) {
    res.destroy();
    throw error;
  }
}

interface ByteRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * @returns undefined, for the whole, where a request names no single range of bytes, or one of another version
 * @throws HttpRequestError 416
 */
function rangeOf(req: Request, bytes: number, etag: string): ByteRange | undefined {
  const ranges = (req.get('if-range') ?? etag) === etag ? req.range(bytes) : undefined;
  if (ranges === -1)
    throw new HttpRequestError(416, `The file has ${bytes} bytes.`, { 'Content-Range': `bytes */${bytes}` });
  const [range] = typeof ranges === 'object' && ranges.type === 'bytes' && ranges.length === 1 ? ranges : [];
  return range && { start: range.start, end: range.end + 1 };
}

function describe(res: Response, { mediaType, name }: BytePiece): void {
  const [type = ''] = mediaType.toLowerCase().split(';');
  const disposition = { type: SHOWN_INLINE.test(type) ? 'inline' : 'attachment' };
  res.setHeader('Content-Type', MEDIA_TYPE.test(type) ? type : 'application/octet-stream');
  res.setHeader('Content-Disposition', contentDisposition(name.toWellFormed(), disposition));
  res.setHeader('Content-Security-Policy', SANDBOX);
  res.setHeader('Accept-Ranges', 'bytes');
}

/** Whether If-None-Match names an ETag; a weak one of the same content counts. */
function isListed(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
