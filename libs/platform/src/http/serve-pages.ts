import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Response, type Router } from 'express';

/**
 * Constant styles that libraries of the page write into it: React Aria (what is pressed is not selected), cytoscape (its canvas).
 * A browser says the hash of a style that it refuses; `console-policy.system.spec.ts` fails then.
 */
const INLINE_STYLES = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-pgvDUBa4IjFA2yuSJ2cqcyxmNYJMborsd0ORcRv9vw8='",
].join(' ');

/** Nothing but files of this server: no inline script, no other site, no frame around it (CSP level 3). */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${INLINE_STYLES}`,
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Their names hold a hash of what is in them. In seconds. */
const ASSET_AGE_S = 31_536_000;

/** Addresses that programs ask: whatever is not served there is a problem document, never a page. */
const OF_PROGRAMS = /^\/(?:v1|mcp|health|metrics|docs|agentic_search|search|openapi\.json|assets)(?:\/|$)/;

/**
 * Serves a built single-page application: its files, and its `index.html` for every other address that a browser opens as a page.
 *
 * @param folder with `index.html` and `assets/`; where there is none, nothing is served
 */
export function servePages(folder: string): (router: Router) => void {
  const index = join(folder, 'index.html');
  return (router) => {
    if (!existsSync(index)) return;
    router.use(
      express.static(folder, {
        index: false,
        redirect: false,
        cacheControl: false,
        setHeaders: (res: Response, path) => {
          // A worker follows the policy of its own file.
          res.setHeader('Content-Security-Policy', PAGE_POLICY);
          const isAsset = path.startsWith(join(folder, 'assets'));
          res.setHeader('Cache-Control', isAsset ? `public, max-age=${ASSET_AGE_S}, immutable` : 'no-cache');
        },
      }),
    );
    router.get('/{*page}', (req, res, next) => {
      // Whoever accepts anything is a program, but at the one address that people try first.
      const wanted = req.accepts(req.path === '/' ? ['html', 'json'] : ['json', 'html']);
      if (wanted !== 'html' || OF_PROGRAMS.test(req.path)) {
        next();
        return;
      }
      res.setHeader('Content-Security-Policy', PAGE_POLICY);
      res.setHeader('Cache-Control', 'no-cache');
      res.sendFile(index, { cacheControl: false });
    });
  };
}
