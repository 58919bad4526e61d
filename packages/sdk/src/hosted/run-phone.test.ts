import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShellOptions } from '../open-flow.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { deferred } from '../testing/fake-ports.ts';
import { type PhoneParts, runPhone } from './run-phone.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const claim = { ticket: 's'.repeat(43), nonce: 'n'.repeat(32) };
const look = {
  language: 'de-AT',
  theme: { light: { baseAccent: '#123456' } },
  messages: { 'welcome.title': 'Hallo' },
};
const session = { sessionKey: 'key', handOff: { look } };
const refused = (kind: ServiceFailure['kind'], status: number) => () =>
  Promise.reject(new ServiceFailure(kind, status));

/** Runs the page of a phone with fakes and a user controlled by the test. */
async function aPhone(members: Partial<PhoneParts> = {}) {
  const seen: string[] = [];
  const agreement = deferred<void>();
  const page = {
    container: {} as HTMLElement,
    showFlow: () => void seen.push('flow'),
    showMessage: (what: string) => void seen.push(what),
    close: () => {},
    onHidden: () => {},
    confirmPairing(pairingCode: string, requester: string) {
      seen.push(`asks ${pairingCode} for ${requester}`);
      return agreement.promise;
    },
    endings: () => ({ 'result.successText': 'Zurück an den Computer.' }),
  };
  const flow = { run: () => void seen.push('run'), close: () => void seen.push('gone') };
  const openFlow = vi.fn(async (_options: ShellOptions) => flow);
  const loadShell = vi.fn(async () => ({ openFlow }));
  const askInvitation = vi.fn<PhoneParts['askInvitation']>(async () => ({
    pairingCode: '0815',
    requester: 'A shop',
    claimed: false,
  }));
  const requestSession = vi.fn<PhoneParts['requestSession']>(async () => session);
  const life = runPhone({
    claim,
    page,
    baseAddress: 'https://verify.example',
    cspNonce: 'nonce',
    language: 'de',
    clock: fakeClock(),
    askInvitation,
    requestSession,
    loadShell,
    ...members,
  });
  await settle();
  const agree = async () => {
    agreement.resolve();
    await life;
  };
  return { seen, agree, openFlow, askInvitation, requestSession, options: () => openFlow.mock.calls[0]![0] };
}

test('claims nothing before the user agrees, however long the page is open', {
  tags: ['DSDK-124'],
}, async () => {
  const { seen, askInvitation, requestSession, agree } = await aPhone();
  expect(askInvitation).toHaveBeenCalledExactlyOnceWith(claim, expect.any(AbortSignal));
  expect(seen).toEqual(['asks 0815 for A shop']);
  expect(requestSession).not.toHaveBeenCalled();
  await agree();
  expect(requestSession).toHaveBeenCalledExactlyOnceWith(claim, expect.any(AbortSignal));
  expect(seen).toEqual(['asks 0815 for A shop', 'flow', 'run']);
});

test('shows the flow with the look of the computer’s page, without offering another hand-off', async () => {
  const { agree, options } = await aPhone();
  await agree();
  expect(options()).toMatchObject({
    isPhone: true,
    configuration: {
      baseAddress: 'https://verify.example',
      cspNonce: 'nonce',
      placement: { mode: 'inline' },
      language: 'de',
      theme: look.theme,
      messages: { ...look.messages, 'result.successText': 'Zurück an den Computer.' },
    },
  });
  await expect(options().init).resolves.toBe(session);
});

test('keeps the last texts of the flow if the page has another language', async () => {
  const { agree, options } = await aPhone({ language: 'hu' });
  await agree();
  expect(options().configuration).toMatchObject({ language: 'de', messages: look.messages });
});

test('does not ask to confirm the pairing code again after a reload', async () => {
  const { seen } = await aPhone({ askInvitation: async () => ({ claimed: true }) });
  await settle();
  expect(seen).toEqual(['flow', 'run']);
});

test.each<[string, Partial<PhoneParts>, string]>([
  ['has no secret', { claim: null }, 'invalid'],
  ['is not known, or has expired', { askInvitation: refused('unauthorized', 401) }, 'invalid'],
  ['was taken back', { askInvitation: refused('unexpected', 410) }, 'invalid'],
  ['was used by another phone', { askInvitation: refused('unexpected', 409) }, 'elsewhere'],
  ['cannot be reached', { askInvitation: refused('unavailable', 0) }, 'failed'],
])('shows a message if its address %s', async (_, members, said) => {
  const { seen, requestSession } = await aPhone(members);
  expect(seen).toEqual([said]);
  expect(requestSession).not.toHaveBeenCalled();
});

test.each<[string, () => Promise<never>, string]>([
  ['has expired', refused('unauthorized', 401), 'invalid'],
  ['was claimed', refused('unexpected', 409), 'elsewhere'],
])('shows a message if the secret %s while the user was reading', async (_, requestSession, said) => {
  const { seen, agree, openFlow } = await aPhone({ requestSession });
  await agree();
  expect(seen.at(-1)).toBe(said);
  expect(openFlow).not.toHaveBeenCalled();
});

test('shows a message if its code could not be loaded', async () => {
  const { seen, agree } = await aPhone({ loadShell: () => Promise.reject(new Error('offline')) });
  await agree();
  expect(seen.at(-1)).toBe('failed');
});

test.each([
  [['started', 'completed'], 'over'],
  [['cancelled'], 'over'],
])('sends the user back to the computer at the end, after %s', async (events, said) => {
  const { seen, agree, options } = await aPhone();
  await agree();
  for (const event of events) (options().emit as (event: string) => void)(event);
  options().onLeft();
  expect(seen.slice(-2)).toEqual(['gone', said]);
});

test('shows a message if the computer has taken the flow back', async () => {
  const { seen, agree, options } = await aPhone();
  await agree();
  options().emit('error', 'unknown');
  options().onLeft();
  expect(seen.slice(-2)).toEqual(['gone', 'elsewhere']);
});
