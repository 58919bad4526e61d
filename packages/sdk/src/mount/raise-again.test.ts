// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { raiseAgain } from './raise-again.ts';

// Browsers that support `:modal` are tested in e2e/slow/hostile-pages/page-that-moves.spec.ts.
const show = vi.fn();
const aDialog = (open = true) => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.open = open;
  return dialog;
};
/** A moved modal, which keeps its attribute. */
const moved = () => {
  const host = document.body.appendChild(document.createElement('div'));
  const modal = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('dialog'));
  modal.open = true;
  return modal;
};

beforeEach(() => {
  show.mockReset();
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    if (selector === ':modal') throw new SyntaxError(selector);
    return this.localName === 'dialog' && this.hasAttribute('open');
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test.each([
  ['is closed', (dialog: HTMLDialogElement) => dialog.removeAttribute('open')],
  ['is gone', (dialog: HTMLDialogElement) => dialog.remove()],
])('waits in a browser without `:modal` until a dialog opened since %s', async (_, end) => {
  const below = [aDialog()];
  const above = aDialog();
  raiseAgain(moved(), below, null, show);
  await null;
  expect(show).not.toHaveBeenCalled();
  end(above);
  await null;
  expect(show).toHaveBeenCalledOnce();
  aDialog().remove();
  await null;
  expect(show).toHaveBeenCalledOnce();
});

test('waits until a focused dialog closes before it raises the modal', async () => {
  const dialog = aDialog();
  const field = dialog.appendChild(document.createElement('input'));
  raiseAgain(moved(), [dialog], field, show);
  expect(show).not.toHaveBeenCalled();
  dialog.removeAttribute('open');
  await null;
  expect(show).toHaveBeenCalledOnce();
});

test('ignores dialogs that are below or only have the focus', () => {
  raiseAgain(moved(), [aDialog()], document.body.appendChild(document.createElement('input')), show);
  expect(show).toHaveBeenCalledOnce();
});

test('does not raise a flow that is closed meanwhile', async () => {
  const above = aDialog();
  const modal = moved();
  raiseAgain(modal, [], null, show);
  modal.remove();
  (modal.getRootNode() as ShadowRoot).host?.remove();
  document.body.replaceChildren(above);
  await null;
  above.remove();
  await null;
  expect(show).not.toHaveBeenCalled();
});
