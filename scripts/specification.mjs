// Reads docs/specification.md: the statements of the specification, each with an id that tests use as a tag.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/**
 * @typedef {{ id: string, statement: string, section: string }} Statement
 */

/**
 * Parses the statements of a specification: rows `| id | statement |` below headings.
 *
 * @param {string} markdown
 * @returns {Statement[]}
 * @throws {Error} if a table row is malformed or an id is used twice.
 */
export function parseSpecification(markdown) {
  const statements = [];
  const ids = new Set();
  let section = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('|') || /^\|[\s:|-]+\|$/.test(line) || /^\|\s*id\s*\|/.test(line)) continue;
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, id = '', statement = ''] = cells;
    if (cells.length !== 4 || !/^[A-Z]+[\d.]*-\d+$/.test(id) || statement === '')
      throw new Error(`docs/specification.md: not a row: ${line}`);
    if (ids.has(id)) throw new Error(`docs/specification.md: ${id} is used twice`);
    ids.add(id);
    statements.push({ id, statement, section });
  }
  return statements;
}

/** @returns {Statement[]} the statements of docs/specification.md. */
export function readSpecification() {
  return parseSpecification(readFileSync(join(root, 'docs', 'specification.md'), 'utf8'));
}

/** @returns {{ name: string }[]} a tag for each statement. Vitest rejects tests with a tag that is not defined. */
export function statementTags() {
  return readSpecification().map(({ id }) => ({ name: id }));
}
