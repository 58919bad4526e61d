import { expect, it } from 'vitest';
import { makeSessionToken } from './session-token.ts';

it.each([
  ['https://verify.example', 'aHR0cHM6Ly92ZXJpZnkuZXhhbXBsZQ'],
  ['https://verify.example:8443', 'aHR0cHM6Ly92ZXJpZnkuZXhhbXBsZTo4NDQz'],
  ['http://localhost:4000', 'aHR0cDovL2xvY2FsaG9zdDo0MDAw'],
  ['http://127.0.0.1:4000', 'aHR0cDovLzEyNy4wLjAuMTo0MDAw'],
])('puts region and address before the secret: %s', { tags: ['DSDK-134'] }, (publicUrl, encoded) => {
  const token = makeSessionToken({ region: 'us', publicUrl });
  expect(token).toMatch(/^us\.[\w-]+\.[\w-]{43}$/);
  expect(token.split('.')[1]).toBe(encoded);
  expect(makeSessionToken({ region: 'us', publicUrl })).not.toBe(token);
});

it.each(['http://verify.example', 'http://10.0.0.5:4000', 'http://127.0.0.1.example'])(
  'omits an address at which others in the network could answer: %s',
  { tags: ['DSDK-134'] },
  (publicUrl) => {
    expect(makeSessionToken({ region: 'default', publicUrl })).toMatch(/^default\.[\w-]{43}$/);
  },
);
