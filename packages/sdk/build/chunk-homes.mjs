/** Budgets with this ending are totals of chunks that have their own budgets. */
const TOTAL = / in all$/;

/**
 * Lists faults in the budgets: each chunk must belong to exactly one budget, besides totals, so that no growth goes unnoticed.
 * Both builds have the same chunk names except for hashes. The script build, which is measured, also checks that chunks arrive
 * (`sound-imports.mjs`), so one budget covers both.
 *
 * @param {readonly { name: string, path: string | readonly string[] }[]} budgets as in `.size-limit.mjs`.
 * @param {{ npm: readonly string[], script: readonly string[] }} chunks file names of each build's chunks.
 * @returns {string[]} one line for each fault.
 */
export function chunkFaults(budgets, { npm, script }) {
  const homes = budgets.filter(({ name }) => !TOTAL.test(name));
  const homeless = [...new Set([...npm, ...script])].flatMap((chunk) => {
    const names = homes.filter(({ path }) => holds(path, chunk.replace(/^0-/, ''))).map(({ name }) => name);
    if (names.length === 1) return [];
    return [`${chunk} belongs to ${names.length === 0 ? 'no budget' : names.join(' and to ')}.`];
  });
  const only = (some, others, build) =>
    some
      .filter((chunk) => !others.some((other) => nameOf(other) === nameOf(chunk)))
      .map((chunk) => `${chunk} is in the ${build} build alone.`);
  return [...homeless, ...only(npm, script, 'npm'), ...only(script, npm, 'script')];
}

/** A chunk's name without the hash of its content, and without the number that puts it first. */
const nameOf = (chunk) => chunk.replace(/^0-|-[\w-]{8}\.js$/g, '');

/** Whether a budget's globs name a chunk, in whichever build. */
function holds(path, chunk) {
  return [path].flat().some((glob) => patternOf(glob).test(`chunks/${chunk}`));
}

/** Our globs know `*` within a name and `{a,b}`. */
function patternOf(glob) {
  const source = glob
    .replace(/^.*\/(?=chunks\/)/, '')
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '[^/]*')
    .replace(/\{([^}]*)\}/g, (_all, names) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${source}$`);
}
