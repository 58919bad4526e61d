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

/** Lays a build of two languages, and an entry that names them. */
function lay(german: string) {
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

test('gives chunks one hash, wherever they are named, and others keep theirs', async () => {
  lay('de');
  const hash = await nameTogether(folder, ['en', 'de']);
  expect(readdirSync(join(folder, 'chunks'))).toEqual(
    [`de-${hash}.js`, `de-${hash}.js.map`, `en-${hash}.js`, 'form-de-CCCCCCCC.js'].sort(),
  );
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(read('index.js')).toBe(
    `import("./chunks/de-${hash}.js");import("./chunks/en-${hash}.js");import("./chunks/form-de-CCCCCCCC.js")`,
  );
  expect(read(`chunks/de-${hash}.js`)).toBe(`de\n//# sourceMappingURL=de-${hash}.js.map`);
  expect(read(`chunks/de-${hash}.js.map`)).toBe(`{"file":"de-${hash}.js"}`);
});

test('takes another hash when one of them has changed', async () => {
  lay('de');
  const before = await nameTogether(folder, ['en', 'de']);
  rmSync(join(folder, 'chunks'), { recursive: true });
  mkdirSync(join(folder, 'chunks'));
  lay('de, changed');
  expect(await nameTogether(folder, ['en', 'de'])).not.toBe(before);
});

test('names what is missing', async () => {
  lay('de');
  await expect(nameTogether(folder, ['en', 'de', 'fr'])).rejects.toThrow('fr');
});
