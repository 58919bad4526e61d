import { scriptUses } from './script-uses.mjs';

/**
 * Lists everything in built files that breaks in the oldest supported browsers, one line for each: features that one of them
 * lacks and the list does not allow there, and entries of the list that nothing needs. `eslint-plugin-compat` and `es-check`
 * together find only 17 of the 54 uses in our tests: they check few members, and no style sheets, markup or options.
 *
 * @param {Readonly<Record<string, string>>} files - the built scripts by name, e.g. `chunks/shell-D95YxxzO.js`.
 * @param {typeof import('./allowed.mjs').allowed} allowed
 * @returns {string[]}
 */
export function floorFaults(files, allowed) {
  const needed = new Set();
  const faults = new Set();
  for (const [file, code] of Object.entries(files)) {
    const chunk = chunkName(file);
    for (const { use, feature, lackedBy, excerpt } of scriptUses(code)) {
      const entry = allowed.find((one) => one.use === use && (!one.in || one.in.includes(chunk)));
      if (entry) needed.add(placeOf(use, entry.in ? chunk : undefined));
      else faults.add(`${chunk} uses ${use} (${feature}: ${lackedBy.join(', ')}): ${excerpt}`);
    }
  }
  const unneeded = allowed
    .flatMap(({ use, in: chunks = [undefined] }) => chunks.map((chunk) => placeOf(use, chunk)))
    .filter((place) => !needed.has(place))
    .map((place) => `allowed.mjs allows ${place}, which is not used there.`);
  return [...faults, ...unneeded];
}

function placeOf(use, chunk) {
  return chunk === undefined ? `${use} anywhere` : `${use} in ${chunk}`;
}

/** Returns the name of a built file without its folder and hash: `chunks/shell-D95YxxzO.js` → `shell`. */
export function chunkName(file) {
  return file.replace(/^chunks\/(.*)-[\w-]{8}\.js$/, '$1');
}
