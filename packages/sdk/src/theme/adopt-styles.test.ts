// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { adoptStyles } from './adopt-styles.ts';

const root = () => document.createElement('div').attachShadow({ mode: 'open' });

afterEach(() => vi.unstubAllGlobals());

test('adopts a sheet where the browser can', () => {
  class Sheet {
    text = '';
    replaceSync(text: string) {
      this.text = text;
    }
  }
  vi.stubGlobal('CSSStyleSheet', Sheet);
  const shadow = Object.defineProperty(root(), 'adoptedStyleSheets', { value: [], writable: true });
  adoptStyles(shadow, 'p {}', 'n0nce');
  expect(shadow.adoptedStyleSheets).toMatchObject([{ text: 'p {}' }]);
  expect(shadow.querySelector('style')).toBeNull();
});

test('writes a style element with the nonce where it cannot', () => {
  const shadow = root();
  adoptStyles(shadow, 'p {}', 'n0nce');
  const style = shadow.querySelector('style');
  expect(style?.textContent).toBe('p {}');
  expect(style?.getAttribute('nonce')).toBe('n0nce');
});
