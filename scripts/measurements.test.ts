import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { goalOfAll } from '../bench/goal.mjs';
import { renderPage } from '../bench/measurement-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const namesIn = (folder: string, ending: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

describe('pages of docs/measurements', () => {
  const index = readFileSync(join(root, 'docs/measurements/README.md'), 'utf8');
  const benches = namesIn('bench', '.bench.mjs');
  const pages = namesIn('docs/measurements', '.md').filter((name) => name !== 'README');
  const listed = [...index.matchAll(/^\| (?:\[([\w-]+)\]\(\1\.md\)|`([\w-]+)`) \|/gm)].map(
    ([, linked, unlinked]) => ({ name: linked ?? unlinked ?? '', isLinked: linked !== undefined }),
  );

  it('finds a benchmark for each page of measurements', () => {
    expect(pages.filter((name) => !benches.includes(name))).toEqual([]);
  });

  it('links exactly the existing pages in the index of measurements', () => {
    const linked = listed.filter(({ isLinked }) => isLinked).map(({ name }) => name);
    expect(linked.toSorted()).toEqual(pages.toSorted());
  });

  it('lists every benchmark in the index of measurements', () => {
    expect(listed.map(({ name }) => name).toSorted()).toEqual(benches.toSorted());
  });

  it('contains only pages that a benchmark wrote', () => {
    const headings = ['## Conditions', '## Results'];
    for (const name of pages) {
      const text = readFileSync(join(root, 'docs/measurements', `${name}.md`), 'utf8');
      expect(text, name).toContain(`\`npm run bench ${name} -- `);
      expect(
        headings.filter((heading) => !text.includes(heading)),
        name,
      ).toEqual([]);
    }
    expect(existsSync(join(root, 'docs/measurements', 'bytes.md'))).toBe(true);
  });
});

describe('page of a measurement', () => {
  const measurement = {
    title: 'Start',
    measured: 'Time of a start.',
    command: 'npm run bench start -- --write',
    conditions: { date: '2026-01-31', commit: 'abc1234' },
    tables: [
      {
        caption: 'By hand',
        rows: [
          { name: 'ours', 'time, ms': 1234.5678 },
          { name: 'a|b', share: '≤ 1' },
        ],
      },
    ],
    notes: ['Rounds: 7.'],
    goals: [
      { text: 'at most 2 s', isMet: true },
      goalOfAll(
        'at most 1 s',
        [
          { name: 'ours', ms: 1234 },
          { name: 'theirs', ms: 9 },
        ],
        ({ ms }) => ms <= 1000,
      ),
    ],
  };

  it('shows conditions, results, notes and goals', () => {
    expect(renderPage(measurement)).toBe(`# Start

Time of a start.

Written by \`npm run bench start -- --write\`. Do not edit.

## Conditions

| condition | value |
| --- | --- |
| date | 2026-01-31 |
| commit | abc1234 |

## Results

By hand:

| name | time, ms | share |
| --- | ---: | --- |
| ours | 1,234.568 |  |
| a\\|b |  | ≤ 1 |

- Rounds: 7.

## Goals

| goal | result |
| --- | --- |
| at most 2 s | met |
| at most 1 s | missed by ours |
`);
  });

  it('begins a new section at a table with a section name', () => {
    const tables = [
      { section: 'SQLite', caption: 'Reads', rows: [{ name: 'a' }] },
      { caption: 'Writes', rows: [{ name: 'b' }] },
      { section: 'PostgreSQL', rows: [{ name: 'c' }] },
    ];
    const page = renderPage({ ...measurement, tables });
    expect(page.match(/^(###.*|\w+:|\| \w \|)$/gm)).toEqual([
      '### SQLite',
      'Reads:',
      '| a |',
      'Writes:',
      '| b |',
      '### PostgreSQL',
      '| c |',
    ]);
  });

  it('omits notes and goals if there are none', () => {
    const { notes: _notes, goals: _goals, ...bare } = measurement;
    expect(renderPage(bare)).not.toMatch(/## Goals|Rounds/);
  });
});
