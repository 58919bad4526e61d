// @vitest-environment jsdom
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
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

/** A modal that the page has moved while something of its own had the focus; the code that looks at it is lost, or as given. */
function moved(
  load: Mock<Parameters<typeof raise>[2] & {}> = vi.fn(() =>
    Promise.reject(new Error('The network is gone.')),
  ),
) {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const raised = raise(dialog, () => {}, load);
  document.querySelector('button')?.focus();
  raised?.again();
  showModal.mockClear();
  const lost = async () => {
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    // What follows a loss follows in the same turn of the loop.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { dialog, lost, end: () => raised?.end() };
}

test('a modal that was moved is raised where the code that looks at what lies above is lost', async () => {
  const { lost } = moved();
  await lost();
  expect(showModal).toHaveBeenCalledOnce();
});

test('one that was closed before that code was lost is left alone', async () => {
  const { dialog, lost } = moved();
  dialog.remove();
  await lost();
  expect(showModal).not.toHaveBeenCalled();
});

test('one whose code stays away in silence is raised before its user gives up, and once', async () => {
  vi.useFakeTimers();
  const code = deferred<never>();
  moved(vi.fn(() => code.promise));
  await vi.advanceTimersByTimeAsync(3_900);
  expect(showModal).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(showModal).toHaveBeenCalledOnce();
  code.reject(new Error('The connection is lost at last.'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(showModal).toHaveBeenCalledOnce();
});

test('code that comes in time decides, and nothing is left of the wait', async () => {
  vi.useFakeTimers();
  const raiseAgain = vi.fn();
  moved(vi.fn(async () => ({ raiseAgain })));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(raiseAgain).toHaveBeenCalledOnce();
  expect(showModal).not.toHaveBeenCalled();
});

test('nothing is left of the wait once the flow is closed', () => {
  vi.useFakeTimers();
  const { end } = moved(vi.fn(() => deferred<never>().promise));
  const timers = vi.getTimerCount();
  end();
  expect(vi.getTimerCount()).toBe(timers - 1);
});
