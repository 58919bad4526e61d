/**
 * Keeps the code of the first screen in two chunks, whatever is loaded after it: one with all that only the shell imports, one with
 * what the entry shares with the shell, the rest of the flow or the offer of the hosted page. Left to itself the bundler makes a
 * chunk of what more than two lazy parts share, and the first screen would wait for one request more with each. The capture
 * screens, on which later ones build, stay one chunk likewise, and so does the code of the cameras.
 *
 * @param {{ entry: string, shell: string, offer: string, rest: string, capture: string, cameras?: readonly string[], start?: string }} modules paths of the
 *   modules; `rest` is the second half of the flow, `cameras` what every camera needs. `start`, where it is given, joins the first
 *   chunk with all that it imports: one file compresses better than two.
 * @returns {import('vite').Rolldown.CodeSplittingOptions}
 */
export function firstScreenChunks({ entry, shell, offer, rest, capture, cameras = [], start }) {
  const reached = new Map();
  /** Whether a module is there as soon as another is: by imports that do not wait. */
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

/** A module and all that it imports, directly or not, without the imports that are made later. */
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
 * The name under which a chunk exports a module that holds a function: the bundler shortens it.
 *
 * @param {Record<string, unknown>} chunk what importing the chunk gives.
 * @param {string} name of the function.
 */
export function exportedModule(chunk, name) {
  const found = Object.keys(chunk).find((key) => typeof chunk[key]?.[name] === 'function');
  if (found === undefined) throw new Error(`The chunk exports no module with ${name}.`);
  return found;
}
