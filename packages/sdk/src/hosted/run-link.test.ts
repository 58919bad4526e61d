import { forbiddenSchemes, type LinkState } from '@vendor/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShellOptions } from '../open-flow.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { type LinkParts, runLink } from './run-link.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const claim = { ticket: 's'.repeat(43), nonce: 'n'.repeat(32) };
const urls = {
  completedUrl: 'https://shop.example/done?order=7',
  incompleteUrl: 'https://shop.example/again',
};
const session = { sessionKey: 'key' };
const expired = () => Promise.reject(new ServiceFailure('unauthorized', 401));

/** Runs the page of a link with fakes controlled by the test. */
async function aLink(state: Partial<LinkState> = {}, members: Partial<LinkParts> = {}) {
  const seen: string[] = [];
  const clock = fakeClock();
  let openApp = () => {};
  const link: { state: unknown } = { state: { journey: 'open', ...urls, ...state } };
  const page = {
    container: {} as HTMLElement,
    showFlow: () => void seen.push('flow'),
    showMessage: (what: string) => void seen.push(what),
    offerApp: (open: () => void) => {
      seen.push('app');
      openApp = open;
    },
    close: () => {},
    onHidden: () => {},
  };
  const flow = { run: () => void seen.push('run'), close: () => void seen.push('gone') };
  const openFlow = vi.fn(async (_options: ShellOptions) => flow);
  const askLink = vi.fn<LinkParts['askLink']>(async () => link.state);
  const requestSession = vi.fn<LinkParts['requestSession']>(async () => session);
  await runLink({
    claim,
    page,
    baseAddress: 'https://verify.example',
    cspNonce: 'nonce',
    language: 'de',
    clock,
    askLink,
    requestSession,
    loadShell: async () => ({ openFlow }),
    goTo: (address) => void seen.push(address),
    ...members,
  });
  await settle();
  const options = () => openFlow.mock.calls[0]![0];
  const emit = async (...said: readonly string[]) => {
    (options().emit as (...said: readonly string[]) => void)(...said);
    await settle();
  };
  const becomes = (next: Partial<LinkState>) => {
    link.state = { journey: 'open', ...urls, ...state, ...next };
  };
  return { seen, clock, askLink, requestSession, openFlow, options, emit, becomes, openApp: () => openApp() };
}

test('claims the session and shows the flow in the language of the page', { tags: ['DRUN-37'] }, async () => {
  const { seen, requestSession, options } = await aLink();
  expect(requestSession).toHaveBeenCalledExactlyOnceWith(claim, expect.any(AbortSignal));
  expect(options().configuration).toMatchObject({
    baseAddress: 'https://verify.example',
    cspNonce: 'nonce',
    placement: { mode: 'inline' },
    language: 'de',
  });
  await expect(options().init).resolves.toBe(session);
  expect(seen).toEqual(['flow', 'run']);
});

test('shows a message if its address has no secret', async () => {
  const { seen, askLink } = await aLink({}, { claim: null });
  expect(seen).toEqual(['invalid']);
  expect(askLink).not.toHaveBeenCalled();
});

test.each([
  ['unknown', () => Promise.reject(new ServiceFailure('unauthorized', 401)), 'invalid'],
  ['not answered', () => Promise.reject(new ServiceFailure('unavailable', 0)), 'failed'],
])('shows a message if the link is %s', async (_, askLink, said) => {
  const { seen, openFlow } = await aLink({}, { askLink });
  expect(seen).toEqual([said]);
  expect(openFlow).not.toHaveBeenCalled();
});

test.each([
  ['completed', urls.completedUrl],
  ['incomplete', urls.incompleteUrl],
] as const)(
  'redirects at once for a link whose flow is %s',
  { tags: ['S4-31'] },
  async (journey, address) => {
    const { seen, requestSession } = await aLink({ journey });
    expect(seen).toEqual([address]);
    expect(requestSession).not.toHaveBeenCalled();
  },
);

test('opens an app, and offers a button for it', async () => {
  const { seen, openApp } = await aLink({ journey: 'completed', completedUrl: 'myapp://done' });
  expect(seen).toEqual(['app', 'myapp://done']);
  openApp();
  expect(seen).toEqual(['app', 'myapp://done', 'myapp://done']);
});

test.each([
  ...forbiddenSchemes.map((scheme) => `${scheme}:x`),
  ...[
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:x',
    '/done',
    '//evil.example',
    'https:evil.example',
  ],
  ...[
    'https://ok@evil.example',
    'https:\\\\evil.example',
    'https://a.example/ b',
    'myapp://a\nb',
    'http:/a.example',
    '',
  ],
])('does not redirect to %j, whatever the service answers', async (completedUrl) => {
  const { seen } = await aLink({ journey: 'completed', completedUrl });
  expect(seen).toEqual(['flow', 'run']);
});

test.each([
  ['completed', { completedUrl: null }],
  ['incomplete', { incompleteUrl: null }],
] as const)('shows the end of a flow that is %s and has no redirect address', async (journey, none) => {
  const { seen } = await aLink({ journey, ...none });
  expect(seen).toEqual(['flow', 'run']);
});

test.each([
  ['completed', 'finished'],
  ['incomplete', 'expired'],
  ['open', 'invalid'],
  ['checking', 'invalid'],
] as const)('shows a message if a link that is %s gives no session', async (journey, said) => {
  const nowhere = { completedUrl: null, incompleteUrl: null };
  const { seen } = await aLink({ journey, ...nowhere }, { requestSession: expired });
  expect(seen).toEqual([said]);
});

test('redirects if the link expires between the two requests', { tags: ['S4-31'] }, async () => {
  const answers = [
    { journey: 'open', ...urls },
    { journey: 'incomplete', ...urls },
  ];
  const askLink = async () => answers.shift();
  const { seen } = await aLink({}, { askLink, requestSession: expired });
  expect(seen).toEqual([urls.incompleteUrl]);
});

test('redirects to exactly the given address when the result is known', {
  tags: ['S4-17', 'DRUN-5', 'DRUN-35'],
}, async () => {
  const { seen, emit, becomes, options } = await aLink();
  becomes({ journey: 'completed' });
  await emit('completed', 'success');
  expect(seen).toEqual(['flow', 'run', 'gone', urls.completedUrl]);
  expect(options().signal.aborted).toBe(true);
});

test('waits for the result while checks run after the last step, even if the user closes the flow', {
  tags: ['S4-17'],
}, async () => {
  const { seen, emit, becomes, clock, options } = await aLink();
  becomes({ journey: 'checking' });
  await emit('completed', 'pending');
  await clock.advance(5_000);
  // A check asks for more, which the user can provide by opening the link again.
  becomes({ journey: 'open' });
  await clock.advance(5_000);
  options().onLeft();
  expect(seen).toEqual(['flow', 'run', 'gone', 'over']);
  becomes({ journey: 'completed' });
  await clock.advance(3_000);
  expect(seen).toEqual(['flow', 'run', 'gone', 'over', urls.completedUrl]);
});

test('polls less often after ten minutes, and until there is a result, also after a lost answer', {
  tags: ['S4-17'],
}, async () => {
  const { seen, emit, askLink, clock } = await aLink();
  askLink.mockRejectedValue(new ServiceFailure('unavailable', 0));
  await emit('completed', 'pending');
  await clock.advance(199 * 3_000);
  expect(askLink).toHaveBeenCalledTimes(201);
  await clock.advance(60 * 30_000);
  expect(askLink).toHaveBeenCalledTimes(261);
  askLink.mockImplementation(async () => ({ journey: 'checking', ...urls }));
  await clock.advance(60 * 30_000);
  expect(seen).toEqual(['flow', 'run']);
  askLink.mockImplementation(async () => ({ journey: 'completed', ...urls }));
  await clock.advance(30_000);
  expect(seen).toEqual(['flow', 'run', 'gone', urls.completedUrl]);
  await clock.advance(60 * 60_000);
  expect(askLink).toHaveBeenCalledTimes(322);
  expect(clock.sleeping()).toBe(0);
});

test('redirects when the checks could not be carried out', { tags: ['S4-18', 'DRUN-35'] }, async () => {
  const { seen, emit, becomes } = await aLink();
  becomes({ journey: 'incomplete' });
  await emit('completed', 'unknown');
  expect(seen.slice(-1)).toEqual([urls.incompleteUrl]);
});

test('redirects at once when the user quits', { tags: ['S4-32', 'DRUN-35'] }, async () => {
  const { seen, emit } = await aLink();
  await emit('cancelled');
  expect(seen).toEqual(['flow', 'run', 'gone', urls.incompleteUrl]);
});

test.each([
  ['the device is not good enough', 'error_code_1', {}, urls.incompleteUrl],
  ['the session expires', 'error_code_3', { journey: 'incomplete' }, urls.incompleteUrl],
  ['the retry limit ends it with a result', 'error_code_5', { journey: 'completed' }, urls.completedUrl],
] as const)(
  'redirects at once when %s',
  { tags: ['S4-18', 'S4-31', 'DRUN-35'] },
  async (_, code, next, address) => {
    const { seen, emit, becomes } = await aLink();
    becomes(next);
    await emit('error', code);
    expect(seen).toEqual(['flow', 'run', 'gone', address]);
  },
);

test.each([
  ['completed', urls.completedUrl],
  ['incomplete', urls.incompleteUrl],
  // A check asks for more, but the user is gone.
  ['open', urls.incompleteUrl],
] as const)(
  'waits if the session is over while checks run, until the flow is %s',
  { tags: ['S4-17', 'S4-31'] },
  async (journey, address) => {
    const { seen, emit, becomes, clock } = await aLink();
    becomes({ journey: 'checking' });
    await emit('error', 'error_code_3');
    await clock.advance(10_000);
    expect(seen).toEqual(['flow', 'run']);
    becomes({ journey });
    await clock.advance(3_000);
    expect(seen).toEqual(['flow', 'run', 'gone', address]);
  },
);

test('redirects at once if the session is refused while the user is awaited', async () => {
  const { seen, emit, askLink } = await aLink();
  await emit('error', 'error_code_3');
  expect(seen).toEqual(['flow', 'run', 'gone', urls.incompleteUrl]);
  expect(askLink).toHaveBeenCalledTimes(2);
});

test('redirects at once if the link is valid, but gives no session', async () => {
  const { seen } = await aLink({}, { requestSession: expired });
  expect(seen).toEqual([urls.incompleteUrl]);
  const unreachable = () => Promise.reject(new ServiceFailure('unavailable', 0));
  expect((await aLink({}, { requestSession: unreachable })).seen).toEqual(['failed']);
});

test('does not redirect if the flow continues elsewhere', async () => {
  const { seen, emit, options } = await aLink();
  await emit('error', 'unknown');
  expect(seen).toEqual(['flow', 'run']);
  options().onLeft();
  expect(seen).toEqual(['flow', 'run', 'gone', 'elsewhere']);
});

test('shows its own last screen if there are no redirect addresses', {
  tags: ['S4-19'],
}, async () => {
  const nowhere = { completedUrl: null, incompleteUrl: null };
  const { seen, emit, options, askLink } = await aLink(nowhere);
  await emit('completed', 'success');
  options().onLeft();
  expect(seen).toEqual(['flow', 'run', 'gone', 'over']);
  expect(askLink).toHaveBeenCalledTimes(1);
  const other = await aLink(nowhere);
  await other.emit('cancelled');
  other.options().onLeft();
  expect(other.seen).toEqual(['flow', 'run', 'gone', 'elsewhere']);
});

test.each(['javascript:alert(1)', '/done', 'data:text/html,x', 7, undefined])(
  'does not redirect if the address is %s',
  { tags: ['DRUN-36'] },
  async (address) => {
    const { seen, emit, becomes } = await aLink({ incompleteUrl: address as string });
    becomes({ incompleteUrl: address as string });
    await emit('cancelled');
    expect(seen).toEqual(['flow', 'run']);
  },
);

test('shows a message if the flow does not load', async () => {
  const { seen } = await aLink({}, { loadShell: () => Promise.reject(new Error('404')) });
  expect(seen).toEqual(['failed']);
});
