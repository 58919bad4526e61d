import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchModule } from './fetch-module.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:154.0) Gecko/20100101 Firefox/154.0';
const chromium = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.0 Safari/605.1.15';

let files: Record<string, string | number>;
let page: EventTarget;
const script = { 'content-type': 'text/javascript' };
const fetched = vi.fn(async (address: string, _init: { readonly signal: AbortSignal }) => {
  const file = files[address.split('/').at(-1) ?? ''] ?? 404;
  if (file === 0) throw new TypeError('NetworkError when attempting to fetch resource.');
  return typeof file === 'number'
    ? new Response('', { status: file, headers: script })
    : new Response(file, { headers: script });
});

/** Returns a request that never ends, after the given part of an answer. */
const silence =
  (arrived?: string) =>
  (_address: string, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<Response>((resolve, reject) => {
      const abort = new DOMException('', 'AbortError');
      if (arrived === undefined) return signal.addEventListener('abort', () => reject(abort));
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(arrived));
          signal.addEventListener('abort', () => controller.error(abort));
        },
      });
      resolve(new Response(body, { headers: script }));
    });

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  fetched.mockClear();
  vi.unstubAllGlobals();
});

function inBrowser(userAgent: string) {
  vi.stubGlobal('navigator', { userAgent });
}
// Each test uses chunks of its own, because fetched ones are remembered.
const fetchNamed = (name: string) => fetchModule(`https://verify.example/sdk/v1/chunks/${name}`);
const names = () => fetched.mock.calls.map(([address]) => address.split('/').at(-1));

it.each([
  ['Firefox', firefox, 0],
  ['Firefox', firefox, 503],
  ['the oldest Chromium', chromium(81), 503],
  ['a later Chromium', chromium(155), 0],
  ['a later Firefox', firefox.replaceAll('154', '155'), 500],
  ['Safari', safari, 0],
])('fetches a chunk and its imports in %s, after a failure (%s, %s)', async (_name, userAgent, fault) => {
  inBrowser(userAgent);
  const own = (letter: string) => `${letter}-${names().length}${userAgent.length}-${fault}.js`;
  const [first, second, third] = [own('a'), own('b'), own('c')];
  files = { [first]: fault, [second]: 'export{};', [third]: fault };
  await expect(fetchNamed(first)).rejects.toThrow();
  files[first] =
    `import{t as e}from"./${second}";import"./${third}";export{e as t};var n=()=>import(\`./d.js\`)`;
  await expect(fetchNamed(first)).rejects.toThrow();
  files[third] = 'export{};';
  await fetchNamed(first);
  expect(names()).toEqual([first, first, second, third, first, third]);
  // Fetched addresses are not fetched again.
  await fetchNamed(first);
  await fetchNamed(second);
  expect(names()).toHaveLength(6);
});

it('fetches once for two simultaneous calls', async () => {
  inBrowser(firefox);
  files = { 'once.js': 'export{};' };
  await Promise.all([fetchNamed('once.js'), fetchNamed('once.js')]);
  expect(names()).toEqual(['once.js']);
});

it.each([
  ['no answer', silence()],
  ['an answer that stops in its middle', silence('export{')],
])('gives up %s after 20 seconds, and fetches again on the next call', async (name, stalled) => {
  inBrowser(firefox);
  vi.useFakeTimers();
  const own = `${name.replaceAll(' ', '-')}.js`;
  files = { [own]: 'export{};' };
  fetched.mockImplementationOnce(stalled);
  const failed = vi.fn();
  const first = fetchNamed(own)?.catch(failed);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(failed).not.toHaveBeenCalled();
  // Until then, all callers wait for the same fetch.
  expect(names()).toEqual([own]);
  // The time-out, then a turn in which a policy violation would be reported.
  await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(1);
  await first;
  expect(failed).toHaveBeenCalled();
  await fetchNamed(own);
  expect(names()).toEqual([own, own]);
  expect(vi.getTimerCount()).toBe(0);
});

it('times out even if the page wraps fetch and copies its options', async () => {
  inBrowser(firefox);
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    fetched(address, { ...init } as { signal: AbortSignal }),
  );
  fetched.mockImplementationOnce(silence());
  const failed = vi.fn();
  const first = fetchNamed('wrapped.js')?.catch(failed);
  await vi.advanceTimersByTimeAsync(20_001);
  await first;
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'AbortError' }));
});

it('treats an HTML page in place of the chunk as a failure', async () => {
  inBrowser(firefox);
  files = { 'portal.js': 'export{};' };
  const portal = new Response('<!doctype html>Sign in', { headers: { 'content-type': 'text/html' } });
  fetched.mockImplementationOnce(async () => portal);
  await expect(fetchNamed('portal.js')).rejects.toThrow('portal.js');
  await fetchNamed('portal.js');
  expect(names()).toEqual(['portal.js', 'portal.js']);
});

it('leaves loading to the import if the page’s policy allows scripts but no fetch', async () => {
  inBrowser(firefox);
  fetched.mockImplementationOnce(async () => {
    // The browser reports the violation after the refusal.
    setTimeout(() => page.dispatchEvent(new Event('securitypolicyviolation')));
    throw new TypeError('NetworkError when attempting to fetch resource.');
  });
  await expect(fetchNamed('barred.js')).resolves.toBeUndefined();
});

it.each([
  ['Chromium', chromium(156)],
  ['Firefox', firefox.replaceAll('154', '156')],
])('does nothing in %s, which retries imports itself', (_name, userAgent) => {
  inBrowser(userAgent);
  expect(fetchNamed('any.js')).toBeUndefined();
  expect(names()).toEqual([]);
});
