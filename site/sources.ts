/** The pages of the repository that the site has, the places of each on the site, and links between them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
/** The repository on its server. */
export const REPOSITORY = /https[^"]*(?=\.git")/.exec(readFileSync(join(ROOT, 'package.json'), 'utf8'))![0];

/** Sections of the guide. Pages of docs that none of them names come in the last one. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Start: ['queries', 'installing', 'conventions', 'limits'],
  Scene: ['shapes', 'meshes', 'compounds', 'memory'],
  Queries: ['contacts', 'rays', 'casts', 'probes', 'movers', 'passes'],
  Simulation: ['dynamics', 'loop', 'three'],
  Plane: ['planar', 'pair2d'],
  More: ['core', 'batch'],
};
/** Those of a section of their own. */
const BEHIND = ['docs/performance.md', 'docs/architecture.md', 'CHANGELOG.md', 'CONTRIBUTING.md'];
const FOLDERS = { 'Lab book': 'docs/lab', Decisions: 'docs/decisions' };

interface Item {
  text: string;
  link?: string;
  items?: Item[];
  collapsed?: boolean;
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const inFolder = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

/** All pages, by their paths in the repository. */
export const SOURCES: readonly string[] = [...inFolder('docs'), ...Object.values(FOLDERS).flatMap(inFolder), ...BEHIND]
  .filter((path, k, all) => all.indexOf(path) === k)
  .sort();

/** The file of the generator that has the page: `docs/lab/README.md` → `guide/lab/index.md`. */
export function placeOf(source: string): string {
  if (source === 'README.md') return 'index.md';
  const place = source.startsWith('docs/') ? source.replace('docs/', 'guide/') : `guide/${source.toLowerCase()}`;
  return place.replace(/README\.md$/, 'index.md');
}

const titleOf = (source: string) => /^# (.*)$/m.exec(read(source))![1]!.replaceAll('`', '');
const itemOf = (source: string): Item => ({
  text: titleOf(source),
  link: `/${placeOf(source).replace('index.md', '')}`,
});

export function sidebar(): Item[] {
  const named = Object.values(SECTIONS).flat();
  const others = inFolder('docs').filter(
    (path) => !named.includes(posix.basename(path, '.md')) && !BEHIND.includes(path),
  );
  const guide = Object.entries(SECTIONS).map(([text, names]) => {
    const sources = names.map((name) => `docs/${name}.md`).filter((path) => existsSync(join(ROOT, path)));
    return { text, items: [...sources, ...(text === 'More' ? others : [])].map(itemOf) };
  });
  const folders = Object.entries(FOLDERS).map(([text, folder]) => {
    const items = inFolder(folder).filter((path) => !path.endsWith('README.md'));
    return { ...itemOf(`${folder}/README.md`), text, collapsed: true, items: items.map(itemOf) };
  });
  const figures = [{ text: 'Benchmarks', link: '/benchmarks.md' }, ...BEHIND.map(itemOf), ...folders];
  return [...guide, { text: 'Behind it', items: figures }];
}

/** Code, a `<` that begins no tag, or the target of a link. */
const LINK = /^```.*?^```|`[^`\n]*`|(?<angle>\w<(?=\w))|\]\((?!https?:|#|\/)(?<path>[^)#\s]*)(?<anchor>#[^)\s]*)?\)/gms;

/**
 * A page with links as they are on the site: to pages and pictures of the site, else to the repository.
 * @param place file of the generator that gets the text
 * @param onPicture gets the path of each picture in the repository
 */
export function withLinks(source: string, text: string, place: string, onPicture: (path: string) => void): string {
  const from = posix.dirname(place);
  const relative = (to: string) => posix.relative(from, to).replace(/^(?!\.)/, './');
  return text.replace(LINK, (all, angle: string | undefined, path: string | undefined, anchor = '') => {
    if (angle) return angle.replace('<', '&lt;');
    if (path === undefined) return all;
    const target = posix.join(dirname(source), path).replace(/\/$/, '');
    if (!existsSync(join(ROOT, target))) throw new Error(`${source}: expected a file behind the link, got ${path}`);
    if (SOURCES.includes(target) || target === 'README.md') return `](${relative(placeOf(target))}${anchor})`;
    if (/\.(svg|jpg|png|webp)$/.test(target)) {
      onPicture(target);
      return `](${relative(target.replace('docs/', 'guide/'))})`;
    }
    const kind = statSync(join(ROOT, target)).isDirectory() ? 'tree' : 'blob';
    return `](${REPOSITORY}/${kind}/main/${target}${anchor})`;
  });
}
