// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hostedPage } from './page.ts';

beforeEach(() => {
  document.body.replaceChildren();
  const main = Object.assign(document.createElement('main'), { id: 'flow', hidden: true });
  const parts = ['starting', 'invalid', 'elsewhere', 'over', 'failed', 'app'].map((id) =>
    Object.assign(document.createElement('main'), { id, hidden: id !== 'starting' }),
  );
  for (const part of parts.slice(4)) part.append(document.createElement('button'));
  document.body.append(main, ...parts);
});

afterEach(() => document.body.replaceChildren());

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('main')].filter(({ hidden }) => !hidden).map(({ id }) => id);

test('shows either the flow or one message', () => {
  const page = hostedPage(document);
  expect(shown()).toEqual(['starting']);
  page.showFlow();
  expect(shown()).toEqual(['flow']);
  for (const what of ['invalid', 'elsewhere', 'over', 'failed'] as const) {
    page.showMessage(what);
    expect(shown()).toEqual([what]);
  }
});

test('offers to open an app', () => {
  const open = vi.fn();
  hostedPage(document).offerApp(open);
  expect(shown()).toEqual(['app']);
  document.querySelector<HTMLElement>('#app button')?.click();
  expect(open).toHaveBeenCalledOnce();
});

test('focuses the heading of the flow, which was hidden before', {
  tags: ['DACC-5'],
}, () => {
  const page = hostedPage(document);
  const root = page.container.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  root.innerHTML = '<button>Close</button><h1 tabindex="-1">Verify your identity</h1>';
  page.showFlow();
  expect(root.activeElement?.localName).toBe('h1');
});

test('calls the listener each time the page is hidden', { tags: ['DSDK-118'] }, () => {
  const away = vi.fn();
  hostedPage(document).onHidden(away);
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pagehide'));
  expect(away).toHaveBeenCalledTimes(2);
});
