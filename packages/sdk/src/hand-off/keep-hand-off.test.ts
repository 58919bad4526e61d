import { signal } from '@preact/signals';
import type { ClientState, HandOffOffer } from '@vendor/contract';
import { expect, it, vi } from 'vitest';
import { ServiceFailure } from '../session/service-failure.ts';
import {
  addressStep,
  cardStep,
  clientState,
  evidenceStep,
  finished,
  formStep,
} from '../testing/client-state.ts';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { createHandOff } from './keep-hand-off.ts';
import type { HandOffService } from './ports.ts';

const minuteMs = 60_000;
const look = { language: 'de' };
const offerOf = (count: number): HandOffOffer => ({
  url: `https://verify.example/phone#${String(count).padStart(43, 'x')}`,
  pairingCode: String(count).padStart(4, '0'),
  expiresAt: '2030-01-01T00:00:00.000Z',
  timeLeftMs: 10 * minuteMs,
});

/** A hand-off whose service, clock and page are controlled by the test. */
function aHandOff() {
  const told = signal<ClientState>(clientState({ begun: true, handOff: 'possible' }));
  const clock = fakeClock();
  const life = new AbortController();
  const page = { visible: true };
  let offers = 0;
  const service = {
    offer: vi.fn<HandOffService['offer']>(async () => {
      offers += 1;
      return offerOf(offers);
    }),
    takeBack: vi.fn<HandOffService['takeBack']>(async () => ({ sessionKey: 'new', state: clientState() })),
    release: vi.fn<HandOffService['release']>(async () => {}),
  };
  const onReturned = vi.fn();
  const whileExchanged = vi.fn<(ask: (() => Promise<unknown>) | null) => void>();
  const handOff = createHandOff({
    service,
    told,
    look: () => look,
    clock,
    isVisible: () => page.visible,
    onReturned,
    sessionKey: 'own',
    whileExchanged,
    signal: life.signal,
  });
  const tell = (members: Partial<ClientState>) => {
    told.value = { ...told.value, ...members, seq: told.value.seq + 1 };
  };
  const offered = async () => {
    handOff.offer();
    await settle();
  };
  const claimed = async () => {
    await offered();
    tell({ handOff: 'elsewhere' });
  };
  const code = () => {
    const stage = handOff.stage.value;
    return stage?.of === 'offer' ? stage.code : stage;
  };
  return {
    handOff,
    told,
    clock,
    life,
    page,
    service,
    onReturned,
    whileExchanged,
    tell,
    offered,
    claimed,
    code,
  };
}

it('requests no code before the user asks for one', async () => {
  const { handOff, service, life } = aHandOff();
  await settle();
  expect(handOff.stage.value).toBeNull();
  life.abort();
  expect(service.offer).not.toHaveBeenCalled();
  expect(service.release).not.toHaveBeenCalled();
});

it('shows a code with its number once it has arrived', async () => {
  const { handOff, service, code } = aHandOff();
  handOff.offer();
  expect(code()).toBe('coming');
  await settle();
  expect(service.offer).toHaveBeenCalledWith(look, expect.any(AbortSignal));
  expect(code()).toEqual({ url: offerOf(1).url, pairingCode: '0001' });
});

it('requests a code once the service knows that the user has begun', async () => {
  const { told, tell, offered, service, code } = aHandOff();
  told.value = clientState({ begun: false, handOff: 'possible' });
  await offered();
  expect([service.offer.mock.calls.length, code()]).toEqual([0, 'coming']);
  tell({ begun: true });
  await settle();
  expect(service.offer).toHaveBeenCalledTimes(1);
  expect(code()).toMatchObject({ pairingCode: '0001' });
});

it('reports that there is no code if the begin fails, and retries on request', async () => {
  const { told, tell, offered, clock, service, code } = aHandOff();
  told.value = clientState({ begun: false, handOff: 'possible' });
  await offered();
  await clock.advance(8_000);
  expect([service.offer.mock.calls.length, code()]).toEqual([0, 'failed']);
  await offered();
  expect(code()).toBe('coming');
  tell({ begun: true });
  await settle();
  expect([service.offer.mock.calls.length, code()]).toEqual([
    1,
    expect.objectContaining({ pairingCode: '0001' }),
  ]);
});

it.each(['cancelled', 'closed'])(
  'requests no code if %s before the service knows of the begin',
  async (how) => {
    const { told, tell, offered, handOff, service, life } = aHandOff();
    told.value = clientState({ begun: false, handOff: 'possible' });
    await offered();
    if (how === 'closed') life.abort();
    else handOff.continueHere();
    tell({ begun: true });
    await settle();
    expect(service.offer).not.toHaveBeenCalled();
  },
);

it('replaces an expired code automatically while the page is visible', async () => {
  const { offered, clock, page, code } = aHandOff();
  await offered();
  await clock.advance(10 * minuteMs - 1);
  expect(code()).toMatchObject({ pairingCode: '0001' });
  await clock.advance(1);
  expect(code()).toMatchObject({ pairingCode: '0002' });
  page.visible = false;
  await clock.advance(10 * minuteMs);
  expect(code()).toBe('expired');
});

it('requests one code after another with pauses, whatever the service answers', async () => {
  const { offered, clock, service, life } = aHandOff();
  service.offer.mockResolvedValue({ ...offerOf(1), timeLeftMs: 1 });
  await offered();
  await clock.advance(60_000);
  expect(service.offer.mock.calls.length).toBeLessThanOrEqual(1 + 60 / 5);
  life.abort();
  expect(clock.sleeping()).toBe(0);
});

it.each(['still loading', 'that could not be created'])(
  'shows no failure while a phone holds the flow because a code %s was cancelled before',
  async (when) => {
    const { handOff, service, claimed } = aHandOff();
    service.takeBack.mockRejectedValueOnce(new ServiceFailure('out-of-step', 409));
    if (when === 'that could not be created') {
      service.offer.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
    }
    handOff.offer();
    if (when === 'that could not be created') await settle();
    handOff.continueHere();
    expect(handOff.return.value).toBe('asked');
    await settle();
    expect(handOff.return.value).toBe('none');
    await claimed();
    expect(handOff.return.value).toBe('none');
  },
);

it('clears the failure of taking back once another phone holds the flow', async () => {
  const { handOff, service, claimed, tell, offered } = aHandOff();
  await claimed();
  service.takeBack.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  handOff.continueHere();
  await settle();
  expect(handOff.return.value).toBe('failed');
  tell({ handOff: 'possible' });
  await offered();
  tell({ handOff: 'elsewhere' });
  expect(handOff.return.value).toBe('none');
});

it('shows a new code on request, and ignores the expiry of the old one', async () => {
  const { offered, clock, code } = aHandOff();
  await offered();
  await clock.advance(9 * minuteMs);
  await offered();
  await clock.advance(9 * minuteMs);
  expect(code()).toMatchObject({ pairingCode: '0002' });
});

it('reports that no code could be created, and retries on request', async () => {
  const { offered, service, code } = aHandOff();
  service.offer.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  await offered();
  expect(code()).toBe('failed');
  await offered();
  expect(code()).toMatchObject({ pairingCode: '0001' });
});

it.each([addressStep(), cardStep(), evidenceStep(), formStep()])(
  'names what the user is doing on the phone: $kind',
  async (step) => {
    const { claimed, tell, code } = aHandOff();
    await claimed();
    tell({ step });
    expect(code()).toMatchObject({ of: 'phone', at: step.kind });
  },
);

it('shows the progress on the phone once it holds the flow', async () => {
  const { claimed, tell, code, clock, service } = aHandOff();
  await claimed();
  expect(code()).toEqual({ of: 'phone', at: 'document', step: 1, steps: 1 });
  tell({ handOff: 'silent' });
  expect(code()).toMatchObject({ of: 'silent' });
  tell({ handOff: 'elsewhere', awaiting: 'checks', step: null });
  expect(code()).toMatchObject({ of: 'phone', at: 'checks' });
  // No new code replaces the claimed one.
  await clock.advance(20 * minuteMs);
  expect(service.offer).toHaveBeenCalledTimes(1);
});

it('shows nothing once the flow has ended', async () => {
  const { claimed, told, handOff, life, service } = aHandOff();
  await claimed();
  told.value = finished({ status: 'APPROVED', retryLimitOf: null }, { handOff: 'none' });
  expect(handOff.stage.value).toBeNull();
  life.abort();
  expect(service.release).not.toHaveBeenCalled();
});

it('continues here at once if no phone has used the code, which is released', async () => {
  const { offered, handOff, service, onReturned, clock } = aHandOff();
  service.takeBack.mockResolvedValue({ sessionKey: 'own', state: clientState() });
  await offered();
  handOff.continueHere();
  expect(handOff.stage.value).toBeNull();
  expect(service.takeBack).toHaveBeenCalledTimes(1);
  await clock.advance(20 * minuteMs);
  expect(service.offer).toHaveBeenCalledTimes(1);
  expect(onReturned).not.toHaveBeenCalled();
  handOff.offer();
  await settle();
  expect(service.offer).toHaveBeenCalledTimes(2);
});

it('takes the flow back from a phone that claimed the code before this page was told', async () => {
  const { offered, handOff, onReturned, whileExchanged } = aHandOff();
  await offered();
  handOff.continueHere();
  await settle();
  expect(onReturned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessionKey: 'new' }), false);
  expect(whileExchanged).toHaveBeenCalledExactlyOnceWith(expect.any(Function));
});

it('retries releasing a code while a phone could claim it, until another one is shown', async () => {
  const { offered, handOff, service } = aHandOff();
  await offered();
  service.takeBack.mockReturnValue(new Promise(() => {}));
  handOff.continueHere();
  const [[signal, isBackground]] = service.takeBack.mock.calls as [[AbortSignal, boolean]];
  expect([signal.aborted, isBackground]).toEqual([false, true]);
  // Otherwise the retry would release the new code.
  handOff.offer();
  expect(signal.aborted).toBe(true);
});

it('does not make the user wait long while a phone holds the flow', async () => {
  const { claimed, handOff, service } = aHandOff();
  await claimed();
  handOff.continueHere();
  expect(service.takeBack).toHaveBeenCalledExactlyOnceWith(expect.any(AbortSignal), false);
});

it('repeats an unanswered take-back once, before this session counts as over', async () => {
  const { claimed, handOff, service, onReturned, whileExchanged } = aHandOff();
  await claimed();
  service.takeBack.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  handOff.continueHere(true);
  await settle();
  expect(onReturned).not.toHaveBeenCalled();
  await whileExchanged.mock.lastCall![0]!();
  expect(service.takeBack).toHaveBeenCalledTimes(2);
  expect(onReturned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessionKey: 'new' }), true);
});

it.each([
  ['by the service', new ServiceFailure('unexpected', 200)],
  ['in time', new ServiceFailure('unavailable', 503)],
])('does not try a third time if the second is not answered %s', async (_, failure) => {
  const { claimed, handOff, service, whileExchanged } = aHandOff();
  await claimed();
  service.takeBack.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  handOff.continueHere();
  await settle();
  service.takeBack.mockRejectedValueOnce(failure);
  await whileExchanged.mock.lastCall![0]!();
  expect(whileExchanged).toHaveBeenLastCalledWith(null);
});

it('shows no failure for a code that a phone has claimed while it was released', async () => {
  const { offered, handOff, service, tell } = aHandOff();
  await offered();
  service.takeBack.mockImplementationOnce(
    (signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      ),
  );
  handOff.continueHere();
  tell({ handOff: 'elsewhere' });
  await settle();
  expect([handOff.return.value, handOff.stage.value?.of]).toEqual(['none', 'phone']);
});

it.each([
  ['was refused', async () => Promise.reject(new ServiceFailure('taken-over', 409))],
  [
    'returned the same session, because no phone held it',
    async () => ({ sessionKey: 'own', state: clientState() }),
  ],
])('does not retry if taking back %s', async (_, answer) => {
  const { offered, handOff, service, whileExchanged } = aHandOff();
  await offered();
  service.takeBack.mockImplementationOnce(answer);
  handOff.continueHere();
  await settle();
  expect(whileExchanged).toHaveBeenLastCalledWith(null);
});

it('releases a code whose take-back is unanswered when the flow is closed', async () => {
  const { offered, handOff, service, life } = aHandOff();
  service.takeBack.mockReturnValue(new Promise(() => {}));
  await offered();
  handOff.continueHere();
  life.abort();
  expect(service.release).toHaveBeenCalledTimes(1);
});

it.each([false, true])(
  'takes the flow back from the phone once; another code requested: %s',
  async (again) => {
    const { claimed, handOff, service, onReturned, life } = aHandOff();
    await claimed();
    handOff.continueHere(again);
    handOff.continueHere(again);
    expect(handOff.return.value).toBe('asked');
    await settle();
    expect(service.takeBack).toHaveBeenCalledTimes(1);
    expect(onReturned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessionKey: 'new' }), again);
    // The next session must not be removed with this one.
    life.abort();
    expect(service.release).not.toHaveBeenCalled();
  },
);

it('reports that taking back failed, and can be retried', async () => {
  const { claimed, handOff, service, onReturned } = aHandOff();
  await claimed();
  service.takeBack.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  handOff.continueHere();
  await settle();
  expect(handOff.return.value).toBe('failed');
  handOff.continueHere();
  await settle();
  expect(onReturned).toHaveBeenCalledTimes(1);
});

it.each([
  ['releases the phone between two steps', { done: 0, total: 2 }, 1],
  ['releases it during a check without a step', { done: 1, total: 2, following: 1 }, 1],
  ['leaves the phone to show the result after the last step', { done: 1, total: 2 }, 0],
] as const)('handles a close while checks run: %s', async (_, progress, releases) => {
  const { claimed, tell, service, life } = aHandOff();
  await claimed();
  tell({ awaiting: 'checks', step: null, progress });
  life.abort();
  expect(service.release).toHaveBeenCalledTimes(releases);
});

it.each(['offered', 'claimed'] as const)(
  'releases a code that is %s when the flow is closed',
  async (how) => {
    const flow = aHandOff();
    await flow[how]();
    flow.life.abort();
    expect(flow.service.release).toHaveBeenCalledTimes(1);
  },
);

it.each(['claimed', 'offered'] as const)(
  'retries after a lost answer and a reply that says nothing of the session: %s',
  async (how) => {
    const flow = aHandOff();
    await flow[how]();
    flow.service.takeBack.mockRejectedValueOnce(new ServiceFailure('unexpected', 200));
    flow.handOff.continueHere();
    await settle();
    expect(flow.whileExchanged.mock.lastCall![0]).not.toBeNull();
    await flow.whileExchanged.mock.lastCall![0]!();
    expect(flow.onReturned).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ sessionKey: 'new' }),
      false,
    );
  },
);
