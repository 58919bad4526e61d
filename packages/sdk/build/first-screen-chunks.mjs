/**
 * Keeps the code of the first screen in two chunks, whatever is loaded after it: `shell` with everything that only the shell
 * imports, and `request` with everything that the entry shares with the shell, the rest of the flow or the offer of the hosted
 * page. By default, the bundler makes a separate chunk of code shared by more than two lazy parts, and each would cost the first
 * screen another request. The capture screens, which later chunks import, also stay one chunk, and so does the code of the
 * cameras.
 *
 * @param {{ entry: string, shell: string, offer: string, rest: string, capture: string, cameras?: readonly string[], start?:
 *   string }} modules paths of the modules; `rest` is the second half of the flow, `cameras` the code that every camera needs.
 *   `start`, if given, is put into `request` with everything that it imports, because one file compresses better than two.
 * @returns {import('vite').Rolldown.CodeSplittingOptions}
 */
export function firstScreenChunks({ entry, shell, offer, rest, capture, cameras = [], start }) {
  const reached = new Map();
  /** Returns whether a module is reached from another one by static imports. */
  const isReached = (from, id, context) => {
    if (!reached.has(from)) reached.set(from, staticImports(from, context));
    return reached.get(from).has(id);
  };
  return {
    groups: [
      {
        debugName: 'request',
        priority: 2,
        name: (id, context) =>
          isReached(entry, id, context) &&
          [shell, rest, offer, start].some((part) => part !== undefined && isReached(part, id, context))
            ? 'request'
            : null,
      },
      {
        debugName: 'shell',
        priority: 1,
        name: (id, context) => (isReached(shell, id, context) ? 'shell' : null),
      },
      {
        debugName: 'capture-screens',
        name: (id, context) =>
          isReached(capture, id, context) && !isReached(rest, id, context) ? 'capture-screens' : null,
      },
      {
        debugName: 'capture-kit',
        name: (id, context) =>
          cameras.some((camera) => isReached(camera, id, context)) && !isReached(rest, id, context)
            ? 'capture-kit'
            : null,
      },
    ],
  };
}

/** Returns a module and everything that it imports statically, directly or not. */
function staticImports(module, context) {
  const reached = new Set();
  const open = [module];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

/**
 * Returns the name, shortened by the bundler, under which a chunk exports the module with a given function.
 *
 * @param {Record<string, unknown>} chunk namespace of the imported chunk.
 * @param {string} name of the function.
 */
export function exportedModule(chunk, name) {
  const found = Object.keys(chunk).find((key) => typeof chunk[key]?.[name] === 'function');
  if (found === undefined) throw new Error(`The chunk exports no module with ${name}.`);
  return found;
}
