import { expect, it } from 'vitest';
import { fetchImage, mayFetchImage } from './fetch-image.ts';
import type { Outgoing, OutgoingReply, OutgoingRequest } from './outgoing.ts';

const { signal } = new AbortController();
const replied = (status: number, size: number): OutgoingReply => ({
  kind: 'replied',
  status,
  retryAfter: null,
  headers: {},
  body: new Uint8Array(size),
});

/** Fetches where this is answered. @returns how many bytes there are, and what was asked for. */
async function fetchFrom(reply: OutgoingReply, from = signal) {
  const asked: OutgoingRequest[] = [];
  const outgoing: Outgoing = {
    send: async (request) => {
      asked.push(request);
      return reply;
    },
    close: async () => {},
  };
  const bytes = await fetchImage(outgoing, 'https://pictures.example/a.jpg', 100, from);
  return { size: bytes?.byteLength ?? null, asked };
}

it('allows files that TLS brings, or this machine where that is allowed', () => {
  for (const allowed of [true, false]) {
    expect(mayFetchImage('https://pictures.example/a.jpg', allowed)).toBe(true);
    expect(mayFetchImage('http://pictures.example/a.jpg', allowed)).toBe(false);
    for (const host of ['localhost:4001', '127.0.0.1', '[::1]:80'])
      for (const scheme of ['http', 'https'])
        expect(mayFetchImage(`${scheme}://${host}/a.jpg`, allowed)).toBe(allowed);
  }
});

it.each([
  'https://10.0.0.1/a.jpg',
  'https://169.254.169.254/a.jpg',
  'https://0x7f000001.example@192.168.1.1/a.jpg',
  'https://[fd00::1]/a.jpg',
  'https://user:secret@pictures.example/a.jpg',
  'https://user@pictures.example/a.jpg',
])('refuses %s, where nothing would ever be got', { tags: ['S2.3-10'] }, (address) => {
  for (const allowed of [true, false]) expect(mayFetchImage(address, allowed)).toBe(false);
});

it('gets the file at an address', async () => {
  const { size, asked } = await fetchFrom(replied(200, 100));
  expect(size).toBe(100);
  expect(asked).toMatchObject([{ url: 'https://pictures.example/a.jpg', method: 'GET' }]);
});

it.each([
  ['more than there may be', replied(200, 101)],
  ['nothing', replied(200, 0)],
  ['a redirect', replied(302, 10)],
  ['a refusal', replied(404, 10)],
  ['no answer', { kind: 'failed', failure: 'TIMEOUT' }],
  ['an address that is not public', { kind: 'failed', failure: 'ADDRESS_REFUSED' }],
] as const)('has no file where there is %s', async (_, reply) => {
  expect((await fetchFrom(reply)).size).toBeNull();
});

it('tells whoever ended it', async () => {
  await expect(
    fetchFrom({ kind: 'failed', failure: 'ABORTED' }, AbortSignal.abort(new Error('over'))),
  ).rejects.toThrow('over');
});
