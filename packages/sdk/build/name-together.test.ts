import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameTogether } from './name-together.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'name-together-'));
  mkdirSync(join(folder, 'chunks'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a build of two languages, and an entry that names them. */
function writeBuild(german: string) {
  const files = {
    'index.js':
      'import("./chunks/de-AAAAAAAA.js");import("./chunks/en-BBBBBBBB.js");import("./chunks/form-de-CCCCCCCC.js")',
    'chunks/de-AAAAAAAA.js': `${german}\n//# sourceMappingURL=de-AAAAAAAA.js.map`,
    'chunks/de-AAAAAAAA.js.map': '{"file":"de-AAAAAAAA.js"}',
    'chunks/en-BBBBBBBB.js': 'en',
    'chunks/form-de-CCCCCCCC.js': 'form',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

test('gives chunks a common hash wherever they are named, and makes other hashes depend on it', async () => {
  writeBuild('de');
  const hash = await nameTogether(folder, ['en', 'de']);
  const names = readdirSync(join(folder, 'chunks'));
  const form = names.find((name) => name.startsWith('form-de-'));
  expect(names).toEqual([`de-${hash}.js`, `de-${hash}.js.map`, `en-${hash}.js`, form].sort());
  expect(form).toMatch(/^form-de-[\w-]{8}\.js$/);
  expect(form).not.toBe('form-de-CCCCCCCC.js');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(read('index.js')).toBe(
    `import("./chunks/de-${hash}.js");import("./chunks/en-${hash}.js");import("./chunks/${form}")`,
  );
  expect(read(`chunks/de-${hash}.js`)).toBe(`de\n//# sourceMappingURL=de-${hash}.js.map`);
  expect(read(`chunks/de-${hash}.js.map`)).toBe(`{"file":"de-${hash}.js"}`);
});

test('never reuses a name for changed content', async () => {
  writeBuild('de');
  const before = await nameTogether(folder, ['en', 'de']);
  const namesBefore = readdirSync(join(folder, 'chunks'));
  rmSync(join(folder, 'chunks'), { recursive: true });
  mkdirSync(join(folder, 'chunks'));
  writeBuild('de, changed');
  expect(await nameTogether(folder, ['en', 'de'])).not.toBe(before);
  // The form's chunk may name the changed one.
  expect(readdirSync(join(folder, 'chunks')).filter((name) => namesBefore.includes(name))).toEqual([]);
});

test('names a missing chunk', async () => {
  writeBuild('de');
  await expect(nameTogether(folder, ['en', 'de', 'fr'])).rejects.toThrow('fr');
});
