/**
 * The page of the demo, built from the package as published (`dist/`). The dev and preview servers send the two headers for
 * cross-origin isolation, which shared memory needs. On hosts without them `demo/page/public/isolation.js` adds them.
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
    rollupOptions: { input: [at('demo/page/index.html'), at('demo/page/cuboids/index.html')] },
    chunkSizeWarningLimit: 900, // kB; three.js is most of it
  },
});
