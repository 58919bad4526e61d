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

/** A modal that the page has moved while something of its own had the focus, and the code that looks at it. */
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
  ['stays away in silence', () => deferred<never>().promise],
  ['is lost', () => Promise.reject(new Error('The network is gone.'))],
])(
  'a modal that was moved is raised before its user gives up, and once, where the code %s',
  async (_, load) => {
    moved(load);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(showModal).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(showModal).toHaveBeenCalledOnce();
  },
);

test('code that comes in time decides', async () => {
  const raiseAgain = vi.fn();
  moved(async () => ({ raiseAgain }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(raiseAgain).toHaveBeenCalledOnce();
  expect(showModal).not.toHaveBeenCalled();
});

test('one that was closed is left alone, and nothing is left of the wait', async () => {
  const raised = moved(() => deferred<never>().promise);
  const timers = vi.getTimerCount();
  raised?.end();
  expect(vi.getTimerCount()).toBe(timers - 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(showModal).not.toHaveBeenCalled();
});

test('a modal that is moved again where nothing can lie above it waits no longer', async () => {
  const raised = moved(() => deferred<never>().promise);
  document.querySelector('button')?.blur();
  raised?.again();
  expect(showModal).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(showModal).toHaveBeenCalledOnce();
});
