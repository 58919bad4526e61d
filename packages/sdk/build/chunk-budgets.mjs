/** Ending of budget names that are totals of chunks with their own budgets. */
const TOTAL = / in all$/;

/**
 * Lists faults in the budgets: each chunk must belong to exactly one budget, besides totals, so that no growth goes unnoticed.
 * Both builds have the same chunk names except for hashes. The script build, which is measured, also contains the retries of
 * `wrap-lazy-imports.mjs`, so one budget covers both.
 *
 * @param {readonly { name: string, path: string | readonly string[] }[]} budgets as in `.size-limit.mjs`.
 * @param {{ npm: readonly string[], script: readonly string[] }} chunks file names of each build's chunks.
 * @returns {string[]} one line for each fault.
 */
export function chunkFaults(budgets, { npm, script }) {
  const chunkBudgets = budgets.filter(({ name }) => !TOTAL.test(name));
  const misplaced = [...new Set([...npm, ...script])].flatMap((chunk) => {
    const names = chunkBudgets
      .filter(({ path }) => holds(path, chunk.replace(/^0-/, '')))
      .map(({ name }) => name);
    if (names.length === 1) return [];
    return [`${chunk} belongs to ${names.length === 0 ? 'no budget' : names.join(' and to ')}.`];
  });
  const only = (some, others, build) =>
    some
      .filter((chunk) => !others.some((other) => nameOf(other) === nameOf(chunk)))
      .map((chunk) => `${chunk} is in the ${build} build alone.`);
  return [...misplaced, ...only(npm, script, 'npm'), ...only(script, npm, 'script')];
}

/** Returns a chunk's name without the hash of its content, and without the number that sorts it first. */
const nameOf = (chunk) => chunk.replace(/^0-|-[\w-]{8}\.js$/g, '');

/** Returns whether a budget's globs match a chunk in either build. */
function holds(path, chunk) {
  return [path].flat().some((glob) => patternOf(glob).test(`chunks/${chunk}`));
}

/** Converts a glob to a pattern. Our globs use only `*` within a name and `{a,b}`. */
function patternOf(glob) {
  const source = glob
    .replace(/^.*\/(?=chunks\/)/, '')
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '[^/]*')
    .replace(/\{([^}]*)\}/g, (_all, names) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${source}$`);
}
