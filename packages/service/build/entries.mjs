/** Entries of the bundle: names of its files in `dist/bundled`, and the compiled modules that they begin with. */
export const entries = {
  main: 'main.js',
  cli: 'cli/main.js',
  'input-worker': 'evaluations/input-worker.js',
};
