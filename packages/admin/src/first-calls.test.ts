// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://127.0.0.1/admin" }
import { afterEach, describe, expect, it } from 'vitest';
import { firstCalls } from './first-calls.ts';
import { rememberMode } from './mode-memory.ts';

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the panel sets it.
  document.cookie = 'admin-mode=; path=/admin; max-age=0';
});

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://127.0.0.1');
  return firstCalls({ pathname, search });
};

describe('first calls', () => {
  it.each([
    ['/admin?mode=live', 'executions?mode=live'],
    ['/admin/runs/?mode=test', 'executions?mode=test'],
    ['/admin/runs?status=REVIEW&mode=live&after=1.a', 'executions?mode=live&status=REVIEW&after=1.a'],
  ])('requests at %s the session and %s', (address, list) => {
    expect(at(address)).toEqual(['session', list]);
  });

  it('requests the list of the remembered mode if the address names none', () => {
    expect(at('/admin')).toEqual(['session']);
    rememberMode('test');
    expect(at('/admin')).toEqual(['session', 'executions?mode=test']);
  });

  it.each(['/admin/runs/0199?mode=live', '/admin/settings/keys?mode=live', '/admin/sign-in/link'])(
    'requests at %s the session only',
    (address) => {
      rememberMode('live');
      expect(at(address)).toEqual(['session']);
    },
  );
});
