import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFont } from './load-font.ts';

const sheetUrl = 'https://fonts.googleapis.com/css2?family=Inter:wght@400;600';
const fileUrl = 'https://fonts.gstatic.com/s/inter/v20/latin.woff2';
const rule = (family: string, weight: number, url = fileUrl) =>
  `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(${url}) format('woff2'); }`;

/** Replaces the browser's `FontFace`: fetches nothing, and settles when the test decides. */
class Face {
  settle!: { resolve(): void; reject(error: Error): void };
  readonly loaded = new Promise<void>((resolve, reject) => {
    this.settle = { resolve, reject };
  });
  constructor(
    readonly family: string,
    readonly source: string,
    readonly descriptors: FontFaceDescriptors,
  ) {}
}

let faces: Set<Face>;
let life: AbortController;
const onFailure = vi.fn();

const answer = (text: string, init?: ResponseInit) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(text, init));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};
const load = (url: string, family: string | null = 'Inter', weight: number | null = null) =>
  loadFont({ family, url, weight }, life.signal, onFailure);

beforeEach(() => {
  faces = new Set();
  life = new AbortController();
  onFailure.mockClear();
  vi.stubGlobal('FontFace', Face);
  vi.stubGlobal('document', { fonts: faces });
});
afterEach(() => {
  life.abort();
  vi.unstubAllGlobals();
});

describe('a font style sheet', () => {
  it('loads a style sheet as text, without credentials, a referrer or redirects', async () => {
    const fetched = answer(rule('Inter', 400));
    await load(sheetUrl);
    expect(fetched.mock.calls.map(([url, init]) => [url, { ...init, signal: null }])).toEqual([
      [sheetUrl, { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error', signal: null }],
    ]);
  });

  it('adds the faces under a reserved name, with the system font as a fallback while they load', {
    tags: ['S4.5-28', 'DSDK-50'],
  }, async () => {
    answer(rule('Inter', 400) + rule('Inter', 600, `${fileUrl}?600`) + rule('Roboto', 400));
    await load(sheetUrl, 'inter');
    expect([...faces].map(({ family, source, descriptors }) => [family, source, descriptors])).toEqual([
      ['vendor-orchestration', `url("${fileUrl}")`, { weight: '400', display: 'swap' }],
      ['vendor-orchestration', `url("${fileUrl}?600")`, { weight: '600', display: 'swap' }],
    ]);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('uses the first family of the style sheet if the theme names none', async () => {
    answer(rule('Inter', 400) + rule('Roboto', 400));
    await load(sheetUrl, null);
    expect(faces.size).toBe(1);
  });

  it.each([
    ['refused', () => answer('', { status: 404 })],
    ['without such a family', () => answer(rule('Roboto', 400))],
    ['without faces', () => answer('body { background: url(https://evil.example/) }')],
    ['too large', () => answer(rule('Inter', 400) + ' '.repeat(1_000_001))],
    ['unreachable', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))],
  ])('keeps the system font and reports once if the style sheet is %s', async (_, arrange) => {
    arrange();
    await load(sheetUrl);
    expect(faces.size).toBe(0);
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  it('gives up a style sheet that never ends', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', hangs);
    const loading = load(sheetUrl);
    await vi.advanceTimersByTimeAsync(20_000);
    await loading;
    expect(onFailure).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it('stops loading when the flow ends', async () => {
    vi.stubGlobal('fetch', hangs);
    const loading = load(sheetUrl);
    life.abort();
    await loading;
    expect(faces.size).toBe(0);
  });
});

it('adds a font file as a single face with the weight of body text', {
  tags: ['S4.5-28'],
}, async () => {
  const fetched = answer('');
  await load(fileUrl, null);
  await load(`${fileUrl}?500`, 'Inter', 500);
  expect(fetched).not.toHaveBeenCalled();
  expect([...faces].map(({ source, descriptors }) => [source, descriptors])).toEqual([
    [`url("${fileUrl}")`, { weight: '400', display: 'swap' }],
    [`url("${fileUrl}?500")`, { weight: '500', display: 'swap' }],
  ]);
});

it('reports font files that cannot be loaded once', async () => {
  answer(rule('Inter', 400) + rule('Inter', 600));
  await load(sheetUrl);
  for (const { settle } of faces) settle.reject(new Error('network'));
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalled());
  expect(onFailure).toHaveBeenCalledTimes(1);
});

it('removes its own faces from the page when the flow ends', {
  tags: ['DSDK-50'],
}, async () => {
  const own = new Face('Inter', 'local("Inter")', {});
  faces.add(own);
  answer(rule('Inter', 400) + rule('Inter', 600));
  await load(sheetUrl);
  expect(faces.size).toBe(3);
  life.abort();
  expect([...faces]).toEqual([own]);
});

it('does nothing after the flow has ended', async () => {
  const fetched = answer(rule('Inter', 400));
  life.abort();
  await load(sheetUrl);
  expect(fetched).not.toHaveBeenCalled();
});

/** Simulates a request that is never answered, but can be aborted. */
function hangs(_url: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });
}
