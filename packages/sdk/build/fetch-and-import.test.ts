import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchAndImport } from './fetch-and-import.mjs';

const headers = { 'content-type': 'text/javascript' };
const fetched = vi.fn(async (_address: string) => new Response('export{};', { headers }));

beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: 'Firefox/140.0' });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  fetched.mockClear();
  vi.unstubAllGlobals();
});

/** Returns a function that imports a chunk, written as in the built files. */
function importing(source: string) {
  const load = vi.fn(async () => `what ${source} gives`);
  return Object.assign(load, { toString: () => source });
}
const names = () => fetched.mock.calls.map(([address]) => address.split('/').at(-1));

it.each(['()=>import(`./a-1.js`).then(e=>e.t)', '()=>import("./chunks/a-2.js")'])(
  'imports a chunk once it has been fetched: %s',
  async (source) => {
    const load = importing(source);
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(fetchAndImport(load)).rejects.toThrow();
    expect(load).not.toHaveBeenCalled();
    await expect(fetchAndImport(load)).resolves.toBe(`what ${source} gives`);
    expect(new Set(names())).toEqual(new Set([/a-\d\.js/.exec(source)?.[0]]));
  },
);

it('imports immediately if the browser retries imports itself, or if no chunk is named', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Chrome/156.0.0.0' });
  await expect(fetchAndImport(importing('()=>import(`./b-1.js`)'))).resolves.toBeTruthy();
  vi.stubGlobal('navigator', { userAgent: 'Firefox/140.0' });
  await expect(fetchAndImport(importing('()=>fetchIt()'))).resolves.toBe('what ()=>fetchIt() gives');
  expect(names()).toEqual([]);
});
