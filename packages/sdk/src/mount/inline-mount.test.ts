// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { openInline } from './inline-mount.ts';

afterEach(() => document.body.replaceChildren());

test('fills its container and leaves the page alone', () => {
  document.body.innerHTML = '<main></main><div id="box">text</div>';
  const page = document.documentElement.outerHTML;
  const box = document.querySelector('#box')!;
  const mount = openInline(box, { styleSheet: '', cspNonce: undefined });
  mount.settle();
  expect(box.querySelector('[data-vendor-orchestration]')?.shadowRoot).toBe(mount.root);
  expect(mount.frame).toBe('fill');
  expect(document.documentElement.style.overflow).toBe('');
  expect(document.querySelector('main')?.hasAttribute('inert')).toBe(false);
  mount.close();
  mount.close();
  expect(document.documentElement.outerHTML).toBe(page);
});
