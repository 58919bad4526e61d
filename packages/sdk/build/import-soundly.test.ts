import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importSoundly } from './import-soundly.mjs';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chromium = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';

let files: Record<string, string | number>;
let page: EventTarget;
const fetched = vi.fn(async (address: string) => {
  const file = files[address.split('/').at(-1) ?? ''] ?? 404;
  if (file === 0) throw new TypeError('NetworkError when attempting to fetch resource.');
  return typeof file === 'number' ? new Response('', { status: file }) : new Response(file);
});

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { userAgent: firefox });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  fetched.mockClear();
  vi.unstubAllGlobals();
});

/** What imports a chunk, as the built files have it. Each test has chunks of its own: those that have arrived are known. */
function importing(name: string) {
  const load = vi.fn(async () => `the code of ${name}`);
  return Object.assign(load, { toString: () => `()=>import(\`./${name}\`).then(e=>e.t)` });
}
const names = () => fetched.mock.calls.map(([address]) => address.split('/').at(-1));

it.each([0, 503])('imports nothing in Firefox before it has arrived whole (%s)', async (fault) => {
  const [first, second] = [`a-${fault}.js`, `b-${fault}.js`];
  files = { [first]: fault, [second]: `export{};` };
  const load = importing(first);
  await expect(importSoundly(load)).rejects.toThrow();
  files[first] = `import{t as e}from"./${second}";import"./c-${fault}.js";export{e as t};`;
  files[`c-${fault}.js`] = fault;
  await expect(importSoundly(load)).rejects.toThrow();
  expect(load).not.toHaveBeenCalled();
  files[`c-${fault}.js`] = `import"./${first}";`;
  await expect(importSoundly(load)).resolves.toBe(`the code of ${first}`);
  // What has arrived is fetched no more.
  fetched.mockClear();
  await importSoundly(load);
  expect(names()).toEqual([]);
});

it('imports at once where the page does not let it fetch, and where the browser asks again by itself', async () => {
  fetched.mockImplementationOnce(async () => {
    // The browser tells of it after the refusal.
    setTimeout(() =>
      page.dispatchEvent(
        Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: 'connect-src' }),
      ),
    );
    throw new TypeError('NetworkError when attempting to fetch resource.');
  });
  await expect(importSoundly(importing('barred-1.js'))).resolves.toBe('the code of barred-1.js');
  fetched.mockClear();
  vi.stubGlobal('navigator', { userAgent: chromium });
  await importSoundly(importing('d-1.js'));
  vi.stubGlobal('navigator', { userAgent: firefox });
  const unnamed = Object.assign(async () => 1, { toString: () => '()=>fetchIt()' });
  await importSoundly(unnamed);
  expect(names()).toEqual([]);
});
