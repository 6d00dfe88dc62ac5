import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm start` serves; `npx vite` shows the sources over it. */
const SERVER = 'http://127.0.0.1:3100';

export default defineConfig({
  plugins: [react()],
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
