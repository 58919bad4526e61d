// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { AdminOwnAccount } from '@vendor/contract/admin';
import { afterEach, expect, it, vi } from 'vitest';
import { stubService } from '../../testing/stub-service.ts';
import { AccountScreen } from './account-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.querySelector('title')?.remove();
});

const sessionOf = (id: string): AdminOwnAccount['sessions'][number] => ({
  id,
  browser: `Browser ${id}`,
  address: null,
  createdAt: '2030-01-15T12:00:00.000Z',
  lastSeenAt: '2030-01-15T12:00:00.000Z',
  isCurrent: id === 'a',
});

it('moves the focus to the title of the sessions after one or all others were ended', async () => {
  let sessions = ['a', 'b', 'c', 'd'].map(sessionOf);
  const own: Omit<AdminOwnAccount, 'sessions'> = {
    name: 'A reviewer',
    email: 'reviewer@shop.example',
    hasPassword: true,
    hasAuthenticatorApp: false,
    recoveryCodesLeft: 0,
    canAddPasskey: false,
    passkeys: [],
    requiredBy: [],
  };
  stubService({
    'GET person': () => ({ ...own, sessions }),
    'DELETE person/sessions/b': () => {
      sessions = sessions.filter(({ id }) => id !== 'b');
      return {};
    },
    'DELETE person/sessions': () => {
      sessions = sessions.slice(0, 1);
      return {};
    },
  });
  render(<AccountScreen />);
  for (const name of [/Browser b/, 'End all others']) {
    const button = await screen.findByRole('button', { name });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe('sessions'));
  }
});
