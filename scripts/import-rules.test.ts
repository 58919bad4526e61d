import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string | string[] };
}

const rules: Rule[] = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')).forbidden;

/** Returns the folder of a rule, if the rule is about a single folder. */
function folderOfRule({ from }: Rule): string[] {
  const isOne = typeof from.path === 'string' && /^\^packages\/[^/]+\/src\/[^/[\\]+\/$/.test(from.path);
  return isOne ? [String(from.path).slice(1, -1)] : [];
}

// The tests in slow/ prove that each rule works.
describe('folders in the import rules', () => {
  /** Builders and fakes of tests may import every part. */
  const free = ['packages/sdk/src/testing', 'packages/admin/src/testing'];

  const folders = (inside: string) =>
    readdirSync(join(root, inside), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${inside}/${name}`);

  it('names only existing folders in import rules', () => {
    const ruleFolders = rules.flatMap(folderOfRule);
    expect(ruleFolders.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
  });

  it.each(['sdk', 'admin', 'service', 'checks'])('finds an import rule for every folder of %s', (name) => {
    const ruleFolders = rules.flatMap(folderOfRule);
    expect(folders(`packages/${name}/src`).filter((it) => ![...ruleFolders, ...free].includes(it))).toEqual(
      [],
    );
  });

  it('names only existing files in the rule for the first half of the SDK', () => {
    const rule = rules.find(({ name }) => name === 'sdk-first-half-waits-for-nothing');
    const files = readdirSync(join(root, 'packages/sdk/src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `packages/sdk/src/${name}`);
    const alternatives = [rule?.from.path ?? []].flat().flatMap(eachAlternative);
    expect(alternatives.length).toBeGreaterThan(20);
    expect(alternatives.filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)))).toEqual(
      [],
    );
  });

  /** Expands a pattern: `^a/(b|c)\.ts$` names two files. */
  function eachAlternative(pattern: string): string[] {
    const [, before = '', choices = '', after = ''] = /^([^(]*)\(([^)]*)\)(.*)$/.exec(pattern) ?? [];
    return choices === '' ? [pattern] : choices.split('|').map((choice) => `${before}(${choice})${after}`);
  }
});
