// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '../testing/fake-ports.ts';
import { raise } from './raise.ts';

const showModal = vi.fn(function (this: HTMLDialogElement) {
  if (!this.isConnected) throw new DOMException('The element is not in a document.', 'InvalidStateError');
});
const proto = HTMLDialogElement.prototype as Partial<HTMLDialogElement>;

beforeEach(() => {
  document.body.innerHTML = '<button></button>';
  Object.assign(proto, { showModal });
});
afterEach(() => {
  Reflect.deleteProperty(proto, 'showModal');
  vi.clearAllMocks();
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A modal that the page has moved while one of its elements had the focus, and the code that raises it. */
function moved(load: Parameters<typeof raise>[2] & {}) {
  vi.useFakeTimers();
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const raised = raise(dialog, () => {}, load);
  document.querySelector('button')?.focus();
  raised?.again();
  showModal.mockClear();
  return raised;
}

test.each([
  ['never loads', () => deferred<never>().promise],
  ['fails to load', () => Promise.reject(new Error('The network is gone.'))],
])('raises a moved modal once after a time-out if the code %s', async (_, load) => {
  moved(load);
  await vi.advanceTimersByTimeAsync(3_900);
  expect(showModal).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(showModal).toHaveBeenCalledOnce();
});

test('leaves the decision to code that loads in time', async () => {
  const raiseAgain = vi.fn();
  moved(async () => ({ raiseAgain }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(raiseAgain).toHaveBeenCalledOnce();
  expect(showModal).not.toHaveBeenCalled();
});

test('does not raise a closed modal, and leaves no timer', async () => {
  const raised = moved(() => deferred<never>().promise);
  const timers = vi.getTimerCount();
  raised?.end();
  expect(vi.getTimerCount()).toBe(timers - 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(showModal).not.toHaveBeenCalled();
});

test('raises a modal at once if it is moved again and nothing can be above it', async () => {
  const raised = moved(() => deferred<never>().promise);
  document.querySelector('button')?.blur();
  raised?.again();
  expect(showModal).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(showModal).toHaveBeenCalledOnce();
});
