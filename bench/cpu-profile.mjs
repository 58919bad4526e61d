// Records a CPU profile of a page and lists the functions that took the most time, named by the source maps beside the SDK's
// built files.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../packages/sdk/dist/script/', import.meta.url));
const samplingIntervalUs = 200;

/**
 * Records a profile while `act` runs.
 *
 * @returns the result of `act`, and the profile in the format of the browser's developer tools.
 */
export async function recordProfile(session, act) {
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: samplingIntervalUs });
  await session.send('Profiler.start');
  const result = await act();
  const { profile } = await session.send('Profiler.stop');
  return { result, profile };
}

/** @returns the functions with the most self time, as rows for `console.table`. `function` includes file and line. */
export function topFunctions({ nodes, samples, timeDeltas }, count) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const selfMs = new Map();
  for (const [index, id] of samples.entries()) {
    const name = nameOf(byId.get(id));
    selfMs.set(name, (selfMs.get(name) ?? 0) + timeDeltas[index] / 1000);
  }
  return [...selfMs]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, ms]) => ({ function: name, 'self, ms': Number(ms.toFixed(1)) }));
}

function nameOf({ callFrame: { functionName, url, lineNumber, columnNumber } }) {
  const entry = url && mapOf(url)?.findEntry(lineNumber, columnNumber);
  const file = (entry?.originalSource ?? url).replace(/^(\.\.\/)+|^https?:\/\/[^/]+/g, '');
  const line = (entry?.originalLine ?? lineNumber) + 1;
  const name = functionName || '(anonymous)';
  return file ? `${name} ${file}:${line}` : name;
}

const maps = new Map();

/** Returns the source map of a script that the service serves from the built files. */
function mapOf(url) {
  if (!maps.has(url)) {
    const path = `${built}${new URL(url).pathname.replace(/^\/sdk\//, '')}.map`;
    maps.set(url, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined);
  }
  return maps.get(url);
}
