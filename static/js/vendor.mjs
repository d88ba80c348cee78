// `make vendor`: puts what the page borrows into static/vendor, one file a library, and beside
// it the licence of each. Nothing is loaded from another host, so all of it is served from here.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = path.join(root, 'node_modules');
const out = path.join(root, 'static', 'vendor');
const require = createRequire(import.meta.url);

const LIT = [
  "export { html, LitElement, nothing, svg } from 'lit';",
  "export { guard } from 'lit/directives/guard.js';",
  "export { live } from 'lit/directives/live.js';",
  "export { repeat } from 'lit/directives/repeat.js';",
].join('\n');

const FONTS = [
  ['atkinson-hyperlegible-next', 'latin'],
  ['atkinson-hyperlegible-next', 'latin-ext'],
  ['atkinson-hyperlegible-mono', 'latin'],
  ['atkinson-hyperlegible-mono', 'latin-ext'],
];

const ICONS = [
  'chart-area',
  'check',
  'chevron-down',
  'copy',
  'external-link',
  'layout-dashboard',
  'lightbulb',
  'monitor',
  'moon',
  'rss',
  'search',
  'settings-2',
  'sun',
  'unplug',
  'x',
];

const LICENSED = [
  'lit',
  'lit-html',
  'lit-element',
  '@lit/reactive-element',
  'lucide-static',
  '@fontsource-variable/atkinson-hyperlegible-next',
  '@fontsource-variable/atkinson-hyperlegible-mono',
];

async function bundleLit() {
  await build({
    stdin: { contents: LIT, resolveDir: root, sourcefile: 'lit.js' },
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    // The licences stand in LICENSES.md, whole and once.
    legalComments: 'none',
    outfile: path.join(out, 'lit.js'),
  });
  // What `tsc` reads in place of the minified file.
  await writeFile(path.join(out, 'lit.d.ts'), `${LIT}\n`);
}

async function copyFonts() {
  const fonts = path.join(out, 'fonts');
  await mkdir(fonts, { recursive: true });
  for (const [family, script] of FONTS) {
    const file = path.join(modules, '@fontsource-variable', family, 'files', `${family}-${script}-wght-normal.woff2`);
    await copyFile(file, path.join(fonts, `${family}-${script}.woff2`));
  }
}

async function drawIcons() {
  const symbols = [];
  for (const name of ICONS) {
    const svg = await readFile(path.join(modules, 'lucide-static', 'icons', `${name}.svg`), 'utf8');
    const shapes = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));
    symbols.push(
      `<symbol id="icon-${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" ` +
        `stroke-linecap="round" stroke-linejoin="round">${shapes.replace(/\s+/g, ' ').trim()}</symbol>`,
    );
  }
  await writeFile(
    path.join(out, 'icons.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`,
  );
}

async function writeLicences() {
  const parts = ['# Licences of what the page is made of'];
  for (const name of LICENSED) {
    const folder = path.join(modules, name);
    const { version, license } = require(path.join(folder, 'package.json'));
    const text = await readFile(path.join(folder, 'LICENSE'), 'utf8');
    parts.push(`## ${name} ${version} (${license})`, `\`\`\`text\n${text.trim()}\n\`\`\``);
  }
  await writeFile(path.join(out, 'LICENSES.md'), `${parts.join('\n\n')}\n`);
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await Promise.all([bundleLit(), copyFonts(), drawIcons(), writeLicences()]);
