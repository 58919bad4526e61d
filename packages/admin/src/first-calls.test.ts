// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstCalls } from './first-calls.ts';
import { rememberMode } from './mode-memory.ts';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://127.0.0.1');
  return firstCalls({ pathname, search });
};

describe('the first calls', () => {
  it.each([
    ['/admin?mode=live', 'executions?mode=live'],
    ['/admin/runs/?mode=test', 'executions?mode=test'],
    ['/admin/runs?status=REVIEW&mode=live&after=1.a', 'executions?mode=live&status=REVIEW&after=1.a'],
  ])('ask at %s for the session and %s', (address, list) => {
    expect(at(address)).toEqual(['session', list]);
  });

  it('ask for the list of the remembered mode where the address names none', () => {
    expect(at('/admin')).toEqual(['session']);
    rememberMode('test');
    expect(at('/admin')).toEqual(['session', 'executions?mode=test']);
  });

  it.each(['/admin/runs/0199?mode=live', '/admin/settings/keys?mode=live', '/admin/sign-in/link'])(
    'ask at %s for the session alone',
    (address) => {
      rememberMode('live');
      expect(at(address)).toEqual(['session']);
    },
  );

  it('ask for the session where the browser lets nothing be remembered', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    expect(at('/admin')).toEqual(['session']);
  });
});
