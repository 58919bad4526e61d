import { expect, test, vi } from 'vitest';
import { reloadForTicket, takeTicket } from './take-ticket.ts';

const ticket = `${'A-_9'.repeat(10)}abc`;

/** A history entry of a window, and its address. */
function entryAt(hash: string, state: unknown = null) {
  const entry = {
    state,
    address: { hash, pathname: '/popup' },
    replaceState(next: unknown, _unused: string, url?: string | URL | null) {
      entry.state = structuredClone(next);
      entry.address = { hash: '', pathname: String(url) };
    },
  };
  return entry;
}

test('removes the ticket from the address and keeps what a reload needs', { tags: ['DSDK-114'] }, () => {
  const entry = entryAt(`#${ticket}`);
  const claim = takeTicket(entry.address, entry);
  expect(claim).toEqual({ ticket, nonce: expect.stringMatching(/^[0-9_]{31,63}$/) });
  expect(entry.address).toEqual({ hash: '', pathname: '/popup' });
  expect(takeTicket(entry.address, entry)).toEqual(claim);
});

test('creates a nonce for each new ticket', () => {
  const first = takeTicket({ hash: `#${ticket}`, pathname: '/popup' }, entryAt(''));
  const second = takeTicket({ hash: `#${ticket}`, pathname: '/popup' }, entryAt(''));
  expect(first?.nonce).not.toBe(second?.nonce);
});

test.each([
  ['nothing', '', null],
  ['a ticket that is too short', `#${ticket.slice(1)}`, null],
  ['a ticket followed by other text', `#${ticket}&x`, null],
  ['markup', '#<img src=x onerror=alert(1)>', null],
  ['an unrelated state', '', { scroll: 7 }],
  ['half a claim', '', { ticket }],
  ['a state that is not an object', '', 'claim'],
])('finds no ticket in %s, but cleans the address', (_, hash, state) => {
  const entry = entryAt(hash, state);
  expect(takeTicket(entry.address, entry)).toBeNull();
  expect(entry.address.hash).toBe('');
  expect(entry.state).toBeNull();
});

const claim = { ticket, nonce: '1_2_3_4_5_6_7_8_9' };
const other = `${'9_-A'.repeat(10)}abc`;

test.each([
  ['the same ticket again, with its nonce', `#${ticket}`, claim],
  ['another ticket, with a new nonce', `#${other}`, null],
])('reloads a page that is given %s', (_, hash, kept) => {
  const entry = entryAt(hash);
  const reload = vi.fn();
  reloadForTicket(claim, { ...entry.address, reload }, entry);
  expect([reload.mock.calls.length, entry.state]).toEqual([1, kept]);
});

test.each(['', '#top', `#${ticket}x`])('does not reload a page for "%s" in its address', (hash) => {
  const entry = entryAt(hash);
  const reload = vi.fn();
  reloadForTicket(claim, { ...entry.address, reload }, entry);
  expect([reload.mock.calls.length, entry.address.hash]).toEqual([0, hash]);
});
