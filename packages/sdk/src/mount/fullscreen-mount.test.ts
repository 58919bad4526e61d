// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFullscreen } from './fullscreen-mount.ts';

const options = { styleSheet: ':host { color: red }', cspNonce: undefined };
const before = '<main><button id="go">Verify</button></main><aside inert></aside>';
const snapshot = () => document.documentElement.outerHTML;

beforeEach(() => {
  document.body.innerHTML = before;
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
  document.documentElement.removeAttribute('style');
});

test('covers the page with a shadow root of its own', () => {
  const mount = openFullscreen(options);
  const host = document.querySelector<HTMLElement>('[data-vendor-orchestration]');
  expect(host?.shadowRoot).toBe(mount.root);
  expect(host?.style.position).toBe('fixed');
  expect(mount.frame).toBe('overlay');
  mount.close();
});

test('keeps the page from scrolling and from being reached', () => {
  const mount = openFullscreen(options);
  expect(document.documentElement.style.overflow).toBe('hidden');
  expect(document.querySelector('main')?.hasAttribute('inert')).toBe(true);
  mount.close();
});

test('leaves the page as it was, whoever closes twice', () => {
  document.documentElement.style.overflow = 'scroll';
  const page = snapshot();
  const mount = openFullscreen(options);
  mount.settle();
  mount.close();
  mount.close();
  expect(snapshot()).toBe(page);
  expect(document.querySelector('aside')?.hasAttribute('inert')).toBe(true);
});

test('gives the focus back to where it came from', () => {
  const button = document.querySelector<HTMLElement>('#go')!;
  button.focus();
  const mount = openFullscreen(options);
  button.blur();
  mount.close();
  expect(document.activeElement).toBe(button);
});

test('gives the focus back into another shadow root', () => {
  const outer = document.body.appendChild(document.createElement('div'));
  const inner = outer.attachShadow({ mode: 'open' }).appendChild(document.createElement('button'));
  inner.focus();
  const mount = openFullscreen(options);
  inner.blur();
  mount.close();
  expect(outer.shadowRoot?.activeElement).toBe(inner);
});

test('keeps the Tab key inside from the first screen on, and lets it go again', () => {
  const tab = () => {
    const press = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
    document.body.dispatchEvent(press);
    return press.defaultPrevented;
  };
  const mount = openFullscreen(options);
  mount.root.append(document.createElement('button'));
  mount.settle();
  expect(tab()).toBe(true);
  mount.close();
  expect(tab()).toBe(false);
});
