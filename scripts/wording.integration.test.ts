import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './workspace.mjs';

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
const sources = git('ls-files', '*.ts', '*.tsx', '*.mjs', '*.css').trim().split('\n');

/** Docstrings of members of schemas, whose words are also in the OpenAPI document. */
const described = 'packages/contract/src/';

/** Returns the lines of files that match a pattern, as `file:line: text`. */
function linesWith(pattern: RegExp, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** Words of the glossary's third column without another meaning, and phrases that no native speaker uses. */
const avoided =
  /\b(films?|mend(s|ed|ing)?|unbearable|how manyeth|clean table|so long at least|may well be|waits of a|is no such JSON|look at the id)\b/i;

/** Returns whether a file is a page for readers, or a source whose strings integrators and operators see. */
const readable = (file: string) =>
  file.endsWith('.md')
    ? !/glossary\.md$|^\.changeset\/README|^lab\/specimens/.test(file)
    : /^packages\/(contract\/src|service\/src\/(openapi|http|cli))\//.test(file) && !file.includes('.test.');

describe('wording', () => {
  it('uses the words of the glossary where integrators and operators read', () => {
    const files = git('ls-files', '*.md', '*.ts').trim().split('\n').filter(readable);
    expect(linesWith(avoided, files)).toEqual([]);
  });

  it('begins each comment with a noun or verb', () => {
    const files = sources.filter((file) => !file.startsWith(described) && !file.includes('/slow/package.'));
    expect(linesWith(/^\s*(\/\/|\/\*\*|\/\*) (What|Who|Whom|Where|It|They) /, files)).toEqual([]);
  });

  it('begins no test title with a form of be', () => {
    const files = sources.filter(
      (file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes('failure-digest'),
    );
    expect(linesWith(/^\s*(it|test)(\.\w+)?\(\s*['"`](is|are) /, files)).toEqual([]);
  });

  it('keeps subjects of commits within 72 characters', () => {
    const subjects = git('log', '--format=%s', '-100').trim().split('\n');
    expect(subjects.filter((subject) => subject.length > 72)).toEqual([]);
  });
});
