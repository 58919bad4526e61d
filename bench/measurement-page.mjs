// Page of docs/measurements that a benchmark writes.
import { resultOf } from './goal.mjs';

/**
 * @param measurement - report of a benchmark (`report.mjs`), with its `command` and the `conditions` of the run: text by name.
 * @returns the page, in Markdown.
 */
export function renderPage({ title, measured, command, conditions, tables, notes = [], goals = [] }) {
  const parts = [
    `# ${title}`,
    measured,
    `Written by \`${command}\`. Do not edit.`,
    '## Conditions',
    renderTable(Object.entries(conditions).map(([condition, value]) => ({ condition, value }))),
    '## Results',
    ...tables.flatMap(({ section, caption, rows }) => [
      ...(section ? [`### ${section}`] : []),
      ...(caption ? [`${caption}:`] : []),
      renderTable(rows),
    ]),
    ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
    ...(goals.length > 0
      ? ['## Goals', renderTable(goals.map((goal) => ({ goal: goal.text, result: resultOf(goal) })))]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/**
 * Renders a table with a column for each member of any row, in order of first appearance. Columns of numbers are right-aligned.
 */
function renderTable(rows) {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isNumeric = (head) => rows.every((row) => /^(\d.*)?$/.test(textOf(row[head])));
  return [
    heads,
    heads.map((head) => (isNumeric(head) ? '---:' : '---')),
    ...rows.map((row) => heads.map((head) => textOf(row[head]))),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Formats a value, with commas as thousands separators. */
function textOf(value) {
  if (value === undefined) return '';
  return typeof value === 'number'
    ? value.toLocaleString('en-US', { maximumFractionDigits: 3 })
    : String(value).replaceAll('|', '\\|');
}
