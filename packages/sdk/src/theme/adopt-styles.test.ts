// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { adoptStyles } from './adopt-styles.ts';

const root = () => document.createElement('div').attachShadow({ mode: 'open' });

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a shadow root', root],
  ['the page', () => document],
])('adopts a style sheet into %s if the browser supports it, and removes it again', (_, rootOf) => {
  class Sheet {
    text = '';
    disabled = false;
    replaceSync(text: string) {
      this.text = text;
    }
  }
  vi.stubGlobal('CSSStyleSheet', Sheet);
  const own = { text: 'the own' };
  const into = Object.defineProperty(rootOf(), 'adoptedStyleSheets', {
    configurable: true,
    value: [own],
    writable: true,
  });
  const remove = adoptStyles(into, 'p {}', 'n0nce');
  expect(into.adoptedStyleSheets).toMatchObject([own, { text: 'p {}' }]);
  expect(into.querySelector('style')).toBeNull();
  const [, ours] = into.adoptedStyleSheets;
  remove();
  expect(into.adoptedStyleSheets).toEqual([own]);
  expect(ours?.disabled).toBe(true);
  Reflect.deleteProperty(into, 'adoptedStyleSheets');
});

test.each([
  ['a shadow root', root],
  ['the page', () => document],
])('writes a style element with the nonce into %s in older browsers', { tags: ['DSDK-77'] }, (_, rootOf) => {
  const into = rootOf();
  const remove = adoptStyles(into, 'p {}', 'n0nce');
  const style = into.querySelector('style');
  expect(style?.textContent).toBe('p {}');
  expect(style?.getAttribute('nonce')).toBe('n0nce');
  remove();
  expect(into.querySelector('style')).toBeNull();
});
