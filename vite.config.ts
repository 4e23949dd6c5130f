/**
 * The demo's page, built from the package as it is published (`dist/`). Dev and preview servers send the two headers that make a
 * page cross-origin isolated, which shared memory needs; on a host without them `demo/page/public/isolation.js` adds them.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  root: at('demo/page'),
  base: './', // works under any path
  server: { headers, fs: { allow: [at('.')] } },
  preview: { headers },
  worker: { format: 'es' },
  build: {
    outDir: at('dist-demo'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 900, // kB; three.js is most of it
  },
});
