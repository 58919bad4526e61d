// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { showWaitingSign } from './waiting-sign.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLElement.prototype, 'animate');
  document.head.replaceChildren();
});

const emptyWindow = () => {
  const empty = document.implementation.createHTMLDocument();
  return { document: empty } as unknown as Window;
};

test.each([true, false])(
  'shows a sign without words, which moves unless the user prefers reduced motion (%s)',
  (reduced) => {
    const animate = vi.fn();
    HTMLElement.prototype.animate = animate;
    vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
    document.title = 'The shop';
    const popup = emptyWindow();
    showWaitingSign(popup);
    expect(popup.document.title).toBe('The shop');
    expect(popup.document.body.textContent).toBe('');
    expect(popup.document.body.children).toHaveLength(1);
    expect(animate).toHaveBeenCalledTimes(reduced ? 0 : 1);
  },
);

test('ignores a popup that is gone', () => {
  const gone = {
    get document(): Document {
      throw new Error('SecurityError');
    },
  };
  expect(() => showWaitingSign(gone as unknown as Window)).not.toThrow();
});
