/** Writes the pages for the generator: those of the repository as they are, gallery, plots, and front page. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addressOf, type Example, GALLERY } from './gallery.ts';
import { firstPlot, plotsPage } from './plots.ts';
import { placeOf, ROOT, SOURCES, withLinks } from './sources.ts';

/** Not in git. */
const PAGES = join(import.meta.dirname, '.pages');

export function writePages(): void {
  rmSync(PAGES, { recursive: true, force: true });
  for (const source of SOURCES) write(source, read(source), placeOf(source));
  write('README.md', frontPage(read('README.md')), 'index.md');
  write('README.md', galleryPage(), 'gallery.md');
  writeFileSync(join(PAGES, 'benchmarks.md'), plotsPage());
  copy('demo/page/public/isolation.js', 'public/isolation.js');
  copy('docs/demo.jpg', 'public/demo.jpg');
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

function copy(source: string, place: string): void {
  cpSync(join(ROOT, source), join(PAGES, place));
}

/** @param source the page in the repository that the links of the text start from */
function write(source: string, text: string, place: string): void {
  const page = withLinks(source, text, place, (picture) => copy(picture, picture.replace('docs/', 'guide/')));
  mkdirSync(dirname(join(PAGES, place)), { recursive: true });
  writeFileSync(join(PAGES, place), page);
}

/** The section of a page under a heading. */
function section(page: string, heading: string): string {
  const [, text] = page.split(`\n## ${heading}\n`);
  if (text === undefined) throw new Error(`README.md: expected a section "${heading}"`);
  return `## ${heading}\n${text.split('\n## ')[0]}`;
}

function frontPage(readme: string): string {
  const [, install] = /^(```sh\nnpm install.*?```)$/ms.exec(readme)!;
  return `${readFileSync(join(import.meta.dirname, 'front.md'), 'utf8')}
${install}

${section(readme, 'Example')}
## A step of a falling heap
${firstPlot()}
[More plots](/benchmarks.md). All figures: [performance](docs/performance.md).

${section(readme, 'Measured')}`;
}

function galleryPage(): string {
  return `---
sidebar: false
aside: false
pageClass: gallery
---

# Gallery

Each example is a file or a page of the repository, and runs in this page as it is. What it logs is shown.

${GALLERY.map(entry).join('\n')}`;
}

function entry(example: Example): string {
  const { title, text, file, picture, second, needsGpu } = example;
  const sources = second ? [file, second] : [file];
  const props = `address="${addressOf(example)}" title="${title}"${needsGpu ? ' needs-gpu' : ''}`;
  return `## ${title}

${text} [${file}](${file})

<div class="example"><div>

${picture ? `![${picture[1]}](${picture[0]})\n\n` : ''}<ExampleRun ${props} />

</div><div>

${sources.map(shown).join('\n\n')}

</div></div>
`;
}

/** A file as code of its language. */
function shown(file: string): string {
  return `\`\`\`\`${file.split('.').at(-1)} [${file}]\n${read(file).trimEnd()}\n\`\`\`\``;
}
