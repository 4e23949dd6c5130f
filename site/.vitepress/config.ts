import { defineConfig } from 'vitepress';
import { REPOSITORY, sidebar } from '../sources.ts';

const HEXAGON = "<path d='M8 1l6 3.5v7L8 15l-6-3.5v-7z' fill='#ff8a3d'/>";
const SVG = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>${HEXAGON}</svg>`;
const ICON = `data:image/svg+xml,${encodeURIComponent(SVG)}`;

/** The anchors of GitHub, which the links of the pages name. */
function slugify(heading: string): string {
  const kept = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N} _-]/gu, '');
  return kept.replaceAll(' ', '-');
}

export default defineConfig({
  lang: 'en',
  title: 'hullstorm',
  description: 'Batched convex-collision queries on every core of the browser and of Node.',
  srcDir: '.pages',
  base: process.env.SITE_BASE ?? '/',
  head: [['link', { rel: 'icon', href: ICON }]],
  ignoreDeadLinks: [/^\.?\/(api|apps|demo|run)\//], // made by other steps; test/site checks all of them
  markdown: { anchor: { slugify }, languageAlias: { wat: 'wasm' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/guide/queries', activeMatch: '/guide/' },
      { text: 'Gallery', link: '/gallery' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: 'API', link: '/api/index.html', target: '_self', noIcon: true },
      { text: 'Demo', link: '/demo/index.html', target: '_self', noIcon: true },
      { text: 'Source', link: REPOSITORY },
    ],
    sidebar: { '/guide/': sidebar(), '/benchmarks': sidebar() },
    footer: { message: 'MIT license' },
  },
});
