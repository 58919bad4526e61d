// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestEarly } from './api/early-replies.ts';
import { App } from './app.tsx';
import { followAddress, navigate } from './routing.ts';
import { isExpired, loadSession, sessionState } from './session.ts';
import { exampleRow, exampleRun } from './testing/example-run.ts';
import { stubDialogs } from './testing/stub-dialogs.ts';

const session = {
  person: { id: 'p', name: 'A reviewer', email: 'reviewer@shop.example' },
  account: { id: 'a', name: 'A shop' },
  accounts: [{ id: 'a', name: 'A shop' }],
  role: 'analyst',
  modes: ['live', 'test'],
  pictures: true,
  acts: [],
  testActs: [],
  requestToken: 'token',
};
const row = exampleRow();

let isSignedIn: boolean;
let replies: Record<string, (body: unknown) => Response>;
let calls: { name: string; body: unknown; token: string | null }[];
let unfollow: () => void;

const data = (value: unknown) => () => Response.json({ data: value });
const refusal = (status: number, code: string, detail = '') =>
  Response.json({ code, status, detail, requestId: 'r' }, { status });

// Ends only tests that hang: importing a screen can take long on a busy machine.
configure({ asyncUtilTimeout: 50_000 });

beforeEach(() => {
  isSignedIn = true;
  calls = [];
  replies = {
    'GET session': data(session),
    'GET executions': data({ executions: [row], next: null, total: { count: 1, capped: false } }),
    [`GET executions/${row.id}`]: data(exampleRun()),
  };
  vi.stubGlobal('scrollTo', () => {});
  stubDialogs();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace('/admin-api/v1/', '').split('?')[0] ?? '';
    // The long poll, which never returns a change.
    if (path === 'changes') return new Promise(() => {});
    const name = `${init.method} ${path}`;
    const body = init.body ? JSON.parse(String(init.body)) : null;
    calls.push({ name, body, token: new Headers(init.headers).get('x-request-token') });
    if (!isSignedIn && !path.startsWith('sign-in')) return refusal(401, 'UNAUTHORIZED');
    return replies[name]?.(body) ?? refusal(404, 'NOT_FOUND');
  });
  sessionState.value = { kind: 'loading' };
  isExpired.value = false;
  unfollow = followAddress();
});
afterEach(() => {
  cleanup();
  unfollow();
  vi.unstubAllGlobals();
  document.querySelector('title')?.remove();
  history.replaceState(null, '', '/');
});

async function open(place: string) {
  navigate(place, { replace: true });
  render(<App />);
  await loadSession();
}

async function signIn(password: string) {
  fireEvent.input(await screen.findByLabelText('E-mail'), { target: { value: 'reviewer@shop.example' } });
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
}

describe('the panel', () => {
  it('shows the screen of the address after password and code', async () => {
    isSignedIn = false;
    replies['POST sign-in'] = data({ next: 'totp' });
    replies['POST sign-in/code'] = () => {
      isSignedIn = true;
      return Response.json({ data: { next: 'done' } });
    };
    await open('/runs?status=REVIEW');
    await signIn('a password');
    fireEvent.input(await screen.findByLabelText('Code'), { target: { value: '123 456' } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('link', { name: row.id });
    expect(location.search).toBe('?status=REVIEW');
    expect(calls.find(({ name }) => name === 'POST sign-in/code')?.body).toEqual({ code: '123456' });
  });

  it('requests the list again after a sign-in, even if it was requested before', async () => {
    isSignedIn = false;
    replies['POST sign-in'] = () => {
      isSignedIn = true;
      return Response.json({ data: { next: 'done' } });
    };
    for (const path of ['session', 'executions?mode=live']) requestEarly(path);
    await open('/runs?mode=live');
    await signIn('a password');
    await screen.findByRole('link', { name: row.id });
    expect(calls.filter(({ name }) => name === 'GET executions')).toHaveLength(2);
  });

  it('asks for the password again if the code was late, and says why', async () => {
    isSignedIn = false;
    replies['POST sign-in'] = data({ next: 'totp' });
    replies['POST sign-in/code'] = () => refusal(401, 'SESSION_EXPIRED', 'The sign-in took too long.');
    await open('/runs');
    await signIn('a password');
    fireEvent.input(await screen.findByLabelText('Code'), { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('The sign-in took too long.');
  });

  it('shows only the second step once the account requires one', async () => {
    replies['GET person'] = data({
      name: 'A reviewer',
      email: 'reviewer@shop.example',
      hasPassword: true,
      hasAuthenticatorApp: false,
      recoveryCodesLeft: 0,
      canAddPasskey: false,
      passkeys: [],
      requiredBy: [{ id: 'a', name: 'A shop' }],
      sessions: [],
    });
    await open('/runs');
    await screen.findByRole('link', { name: row.id });
    replies['GET session'] = data({ ...session, mustAddSecondStep: true });
    replies['GET executions'] = () => refusal(403, 'SECOND_STEP_REQUIRED');
    navigate('/runs?status=REVIEW');
    expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Workflow runs' })).toBeNull();
  });

  it('shows a purged run without statements about what was removed', async () => {
    const purged = exampleRun({ purgedAt: '2026-11-28T00:00:00.000Z' });
    replies[`GET executions/${row.id}`] = data(purged);
    replies['GET session'] = data({ ...session, acts: ['execution.find'] });
    await open(`/runs/${row.id}`);
    expect(await screen.findByText(/were removed with the personal data/)).toBeTruthy();
    expect(screen.queryByText('Seen in other runs')).toBeNull();
  });

  it('names other runs only to roles that may find them', async () => {
    for (const acts of [[], ['execution.find']]) {
      replies['GET session'] = data({ ...session, acts });
      await open(`/runs/${row.id}`);
      await screen.findByText('Nothing was uploaded.');
      expect(screen.queryByText('Seen in other runs') !== null).toBe(acts.length > 0);
      cleanup();
    }
  });

  it('stays on a screen of settings when the mode changes, and leaves a run', async () => {
    await open('/account');
    fireEvent.click(await screen.findByRole('button', { name: 'Test' }));
    expect(location.pathname).toBe('/admin/account');
    navigate(`/runs/${row.id}`);
    fireEvent.click(screen.getByRole('button', { name: 'Live' }));
    expect(location.pathname + location.search).toBe('/admin/runs?mode=live');
  });

  it('says why a sign-in was refused', async () => {
    isSignedIn = false;
    replies['POST sign-in'] = () => refusal(401, 'UNAUTHORIZED', 'E-mail address or password is wrong.');
    await open('/runs');
    await signIn('wrong');
    expect((await screen.findByRole('alert')).textContent).toContain('E-mail address or password is wrong.');
  });

  it('keeps typed text while an ended session is renewed', async () => {
    replies['POST sign-in'] = () => {
      isSignedIn = true;
      return Response.json({ data: { next: 'done' } });
    };
    await open(`/runs/${row.id}`);
    const comment = await screen.findByLabelText<HTMLTextAreaElement>('Comment');
    fireEvent.input(comment, { target: { value: 'Half a sentence' } });
    isSignedIn = false;
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
    fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
    await screen.findByText('Sign in again');
    expect(comment.isConnected).toBe(true);
    await signIn('a password');
    await waitFor(() => expect(screen.queryByText('Sign in again')).toBeNull());
    expect(comment.isConnected && comment.value).toBe('Half a sentence');
    expect(location.pathname).toBe(`/admin/runs/${row.id}`);
  });

  it('reads the session again once a change is refused because another tab has renewed it', async () => {
    const decide = `POST executions/${row.id}/decision`;
    const errors = [{ header: 'x-request-token', detail: 'must be the requestToken of the session' }];
    replies[decide] = () => Response.json({ code: 'FORBIDDEN', status: 403, errors }, { status: 403 });
    await open(`/runs/${row.id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    replies['GET session'] = data({ ...session, requestToken: 'another' });
    fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(sessionState.value).toMatchObject({ session: { requestToken: 'another' } }));
    fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
    const tokens = () => calls.filter(({ name }) => name === decide).map(({ token }) => token);
    await waitFor(() => expect(tokens()).toEqual(['token', 'another']));
  });

  it('signs out even if another tab has switched the account', async () => {
    await open('/runs');
    fireEvent.click(await screen.findByRole('button', { name: /A shop/ }));
    replies['GET session'] = data({ ...session, requestToken: 'another' });
    replies['DELETE session'] = () => refusal(503, 'UNAVAILABLE');
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByRole('alert');
    expect(calls.at(-1)).toMatchObject({ name: 'DELETE session', token: 'another' });
  });

  it('removes the secret of a link from the address and joins the account', async () => {
    isSignedIn = false;
    replies['POST sign-in/link'] = data({
      next: 'password',
      invitation: { email: 'new@shop.example', account: 'A shop', role: 'analyst', mayHavePassword: true },
    });
    history.replaceState(null, '', '/admin/invitation#secret');
    unfollow();
    unfollow = followAddress();
    render(<App />);
    await screen.findByText(/You join A shop as analyst/);
    expect(location.hash).toBe('');
    expect(calls).toContainEqual(expect.objectContaining({ body: { token: 'secret' } }));
  });

  it('searches by request body and keeps the value out of the address', async () => {
    replies['POST executions/search'] = data({
      executions: [],
      next: null,
      isPossible: true,
      isComplete: true,
      unsearchable: 0,
    });
    await open('/runs');
    await screen.findByRole('link', { name: row.id });
    fireEvent.change(screen.getByLabelText('Find by'), { target: { value: 'email' } });
    fireEvent.input(screen.getByLabelText('Value'), { target: { value: ' someone@example.com ' } });
    fireEvent.submit(screen.getByLabelText('Value'));
    await screen.findByText('No run has this e-mail');
    expect(calls).toContainEqual({
      name: 'POST executions/search',
      body: { by: 'email', value: 'someone@example.com' },
      token: 'token',
    });
    expect(location.href).not.toContain('someone');
  });

  it('reports an unknown page and an unknown run', async () => {
    await open('/nowhere');
    await screen.findByText('Page not found');
    navigate('/runs/unknown');
    await screen.findByText('Page not found');
  });

  it('leaves the link to the content to the browser, which moves the focus there', async () => {
    await open('/runs');
    const isLeft = (name: string) => fireEvent.click(screen.getByRole('link', { name }));
    await screen.findByRole('link', { name: 'Skip to the content' });
    expect(isLeft('Skip to the content')).toBe(true);
    expect(isLeft('Workflow runs')).toBe(false);
  });

  it('offers a retry when the service cannot be reached', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('network');
    });
    await open('/runs');
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('stays on the page, and says why, while the session cannot be ended or another account chosen', async () => {
    const accounts = [session.account, { id: 'b', name: 'Another shop' }];
    replies['GET session'] = data({ ...session, accounts });
    await open('/runs');
    fireEvent.click(await screen.findByRole('button', { name: /A shop/ }));
    const select = screen.getByLabelText<HTMLSelectElement>('Account');
    fireEvent.change(select, { target: { value: 'b' } });
    expect((await screen.findByRole('alert')).textContent).toContain('NOT_FOUND');
    expect(select.value).toBe('a');
    replies['DELETE session'] = () => refusal(503, 'UNAVAILABLE');
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('UNAVAILABLE'));
  });
});
