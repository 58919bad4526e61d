// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
  document.body.replaceChildren();
});

/** A modal that the page has moved while something of its own had the focus; the code that looks at it is lost. */
function moved() {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const load = vi.fn(() => Promise.reject(new Error('The network is gone.')));
  const raiseAgain = raise(dialog, () => {}, load);
  document.querySelector('button')?.focus();
  raiseAgain?.();
  showModal.mockClear();
  const lost = async () => {
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    // What follows a loss follows in the same turn of the loop.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { dialog, lost };
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
