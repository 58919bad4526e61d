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

/** Fetches an image with the given reply. @returns the number of bytes, and the requests. */
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

it('allows https addresses, and this machine if configured', () => {
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
])('refuses %s, from which no file can be fetched', { tags: ['S2.3-10'] }, (address) => {
  for (const allowed of [true, false]) expect(mayFetchImage(address, allowed)).toBe(false);
});

it('fetches the file at an address', async () => {
  const { size, asked } = await fetchFrom(replied(200, 100));
  expect(size).toBe(100);
  expect(asked).toMatchObject([{ url: 'https://pictures.example/a.jpg', method: 'GET' }]);
});

it.each([
  ['a file that is too large', replied(200, 101)],
  ['an empty file', replied(200, 0)],
  ['a redirect', replied(302, 10)],
  ['a refusal', replied(404, 10)],
  ['a time-out', { kind: 'failed', failure: 'TIMEOUT' }],
  ['an address that is not public', { kind: 'failed', failure: 'ADDRESS_REFUSED' }],
] as const)('returns null for %s', async (_, reply) => {
  expect((await fetchFrom(reply)).size).toBeNull();
});

it('throws the reason if the caller aborts', async () => {
  await expect(
    fetchFrom({ kind: 'failed', failure: 'ABORTED' }, AbortSignal.abort(new Error('over'))),
  ).rejects.toThrow('over');
});
