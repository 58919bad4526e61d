import { expect, it } from 'vitest';
import { openOutgoing } from './open-outgoing.ts';

const request = {
  url: 'http://127.0.0.1:9/',
  method: 'GET',
  headers: {},
  signal: new AbortController().signal,
} as const;

it('sends all requests with one client and the policy it was opened with', async () => {
  const outgoing = openOutgoing({ allowLoopback: false });
  const replies = await Promise.all([outgoing.send(request), outgoing.send(request)]);
  expect(replies).toEqual(Array(2).fill({ kind: 'failed', failure: 'ADDRESS_REFUSED' }));
  await outgoing.close();
});

it('closes even if nothing was sent', async () => {
  await expect(openOutgoing({ allowLoopback: false }).close()).resolves.toBeUndefined();
});
