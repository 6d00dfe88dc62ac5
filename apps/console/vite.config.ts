import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm start` serves; `npx vite` shows the sources over it. */
const SERVER = 'http://127.0.0.1:3100';

/**
 * Files that pdf.js loads by name: tables of characters for Chinese, Japanese and Korean, the two fonts that no system has, and
 * the decoder of JPEG 2000 in JavaScript; with their licences.
 */
const PDF_FILES =
  /\.bcmap$|^Foxit(?:Symbol|Dingbats)\.pfb$|^openjpeg_nowasm_fallback\.js$|^LICENSE(?:_FOXIT|_OPENJPEG)?$/;

function pdfFiles(): Plugin {
  const description = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const root = dirname(description);
  const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version: string };
  return {
    name: 'pdf-files',
    apply: 'build',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
        for (const name of readdirSync(join(root, folder)).filter((each) => PDF_FILES.test(each))) {
          this.emitFile({
            type: 'asset',
            // Kept for a year under its name, as the others are.
            fileName: `assets/pdfjs-${version}/${name}`,
            source: readFileSync(join(root, folder, name)),
          });
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [react(), pdfFiles()],
  resolve: { conditions: ['@arbiter/source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist/site',
    target: 'es2023',
    // Everything stands in a file of its own: the policy of the page admits nothing else.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: { '^/(?:v1|agentic_search|openapi.json|docs)': { target: SERVER, headers: { origin: SERVER } } },
  },
});
