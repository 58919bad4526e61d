// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { raise } from './raise.ts';
import { whenLoaded } from './when-loaded.ts';

// The code that few need is lost as soon as a test says so.
vi.mock(import('./when-loaded.ts'));

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

/** A modal that the page has moved while something of its own had the focus. */
function moved() {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const raiseAgain = raise(dialog, () => {});
  document.querySelector('button')?.focus();
  raiseAgain?.();
  showModal.mockClear();
  const [, , lose] = vi.mocked(whenLoaded).mock.calls[0]!;
  return { dialog, lose: lose! };
}

test('a modal that was moved is raised where the code that looks at what lies above is lost', () => {
  const { lose } = moved();
  lose();
  expect(showModal).toHaveBeenCalledOnce();
});

test('one that was closed before that code was lost is left alone', () => {
  const { dialog, lose } = moved();
  dialog.remove();
  expect(lose).not.toThrow();
  expect(showModal).not.toHaveBeenCalled();
});
