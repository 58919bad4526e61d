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

/** A hand-off whose service, clock and page are in the test's hands. */
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

it('shows a code with its number, once it is there', async () => {
  const { handOff, service, code } = aHandOff();
  handOff.offer();
  expect(code()).toBe('coming');
  await settle();
  expect(service.offer).toHaveBeenCalledWith(look, expect.any(AbortSignal));
  expect(code()).toEqual({ url: offerOf(1).url, pairingCode: '0001' });
});

it('asks for a code once the service knows that the user has begun', async () => {
  const { told, tell, offered, service, code } = aHandOff();
  told.value = clientState({ begun: false, handOff: 'possible' });
  await offered();
  expect([service.offer.mock.calls.length, code()]).toEqual([0, 'coming']);
  tell({ begun: true });
  await settle();
  expect(service.offer).toHaveBeenCalledTimes(1);
  expect(code()).toMatchObject({ pairingCode: '0001' });
});

it('reports that there is no code if the begin fails, and tries again when the user does', async () => {
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

it.each(['given up', 'closed'])('asks for none once that is %s before the service knows', async (how) => {
  const { told, tell, offered, handOff, service, life } = aHandOff();
  told.value = clientState({ begun: false, handOff: 'possible' });
  await offered();
  if (how === 'closed') life.abort();
  else handOff.goOnHere();
  tell({ begun: true });
  await settle();
  expect(service.offer).not.toHaveBeenCalled();
});

it('shows a fresh code by itself when one has expired, as long as somebody can see it', async () => {
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

it('requests codes one after the other, with pauses, whatever the service answers', async () => {
  const { offered, clock, service, life } = aHandOff();
  service.offer.mockResolvedValue({ ...offerOf(1), timeLeftMs: 1 });
  await offered();
  await clock.advance(60_000);
  expect(service.offer.mock.calls.length).toBeLessThanOrEqual(1 + 60 / 5);
  life.abort();
  expect(clock.sleeping()).toBe(0);
});

it.each(['while it was coming', 'that could not be made'])(
  'raises no alarm on a phone because a code %s was given up before',
  async (when) => {
    const { handOff, service, claimed } = aHandOff();
    service.takeBack.mockRejectedValueOnce(new ServiceFailure('out-of-step', 409));
    if (when === 'that could not be made') {
      service.offer.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
    }
    handOff.offer();
    if (when === 'that could not be made') await settle();
    handOff.goOnHere();
    expect(handOff.return.value).toBe('asked');
    await settle();
    expect(handOff.return.value).toBe('none');
    await claimed();
    expect(handOff.return.value).toBe('none');
  },
);

it('raises no alarm on a phone because another kept the flow before', async () => {
  const { handOff, service, claimed, tell, offered } = aHandOff();
  await claimed();
  service.takeBack.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  handOff.goOnHere();
  await settle();
  expect(handOff.return.value).toBe('failed');
  tell({ handOff: 'possible' });
  await offered();
  tell({ handOff: 'elsewhere' });
  expect(handOff.return.value).toBe('none');
});

it('shows a new code when the user asks for one, and the time of the old one means nothing', async () => {
  const { offered, clock, code } = aHandOff();
  await offered();
  await clock.advance(9 * minuteMs);
  await offered();
  await clock.advance(9 * minuteMs);
  expect(code()).toMatchObject({ pairingCode: '0002' });
});

it('says that no code could be made, and tries again when asked to', async () => {
  const { offered, service, code } = aHandOff();
  service.offer.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  await offered();
  expect(code()).toBe('failed');
  await offered();
  expect(code()).toMatchObject({ pairingCode: '0001' });
});

it.each([addressStep(), cardStep(), evidenceStep(), formStep()])(
  'names what the user does on the phone: $kind',
  async (step) => {
    const { claimed, tell, code } = aHandOff();
    await claimed();
    tell({ step });
    expect(code()).toMatchObject({ of: 'phone', at: step.kind });
  },
);

it('tells what the user does on the phone, once it has the flow', async () => {
  const { claimed, tell, code, clock, service } = aHandOff();
  await claimed();
  expect(code()).toEqual({ of: 'phone', at: 'document', step: 1, steps: 1 });
  tell({ handOff: 'silent' });
  expect(code()).toMatchObject({ of: 'silent' });
  tell({ handOff: 'elsewhere', awaiting: 'checks', step: null });
  expect(code()).toMatchObject({ of: 'phone', at: 'checks' });
  // No fresh code would take the place of the one that is in use.
  await clock.advance(20 * minuteMs);
  expect(service.offer).toHaveBeenCalledTimes(1);
});

it('has nothing to show when the flow has ended', async () => {
  const { claimed, told, handOff, life, service } = aHandOff();
  await claimed();
  told.value = finished({ status: 'APPROVED', retryLimitOf: null }, { handOff: 'none' });
  expect(handOff.stage.value).toBeNull();
  life.abort();
  expect(service.release).not.toHaveBeenCalled();
});

it('goes on here at once when no phone has used the code, which is called back', async () => {
  const { offered, handOff, service, onReturned, clock } = aHandOff();
  service.takeBack.mockResolvedValue({ sessionKey: 'own', state: clientState() });
  await offered();
  handOff.goOnHere();
  expect(handOff.stage.value).toBeNull();
  expect(service.takeBack).toHaveBeenCalledTimes(1);
  await clock.advance(20 * minuteMs);
  expect(service.offer).toHaveBeenCalledTimes(1);
  expect(onReturned).not.toHaveBeenCalled();
  handOff.offer();
  await settle();
  expect(service.offer).toHaveBeenCalledTimes(2);
});

it('takes the flow back from a phone that has agreed before this page heard of it', async () => {
  const { offered, handOff, onReturned, whileExchanged } = aHandOff();
  await offered();
  handOff.goOnHere();
  await settle();
  expect(onReturned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessionKey: 'new' }), false);
  expect(whileExchanged).toHaveBeenCalledExactlyOnceWith(expect.any(Function));
});

it('calls back a code for as long as a phone could take it, until another one is shown', async () => {
  const { offered, handOff, service } = aHandOff();
  await offered();
  service.takeBack.mockReturnValue(new Promise(() => {}));
  handOff.goOnHere();
  const [[signal, isPatient]] = service.takeBack.mock.calls as [[AbortSignal, boolean]];
  expect([signal.aborted, isPatient]).toEqual([false, true]);
  // Or it would call back the new one.
  handOff.offer();
  expect(signal.aborted).toBe(true);
});

it('does not make the user wait for long while a phone has the flow', async () => {
  const { claimed, handOff, service } = aHandOff();
  await claimed();
  handOff.goOnHere();
  expect(service.takeBack).toHaveBeenCalledExactlyOnceWith(expect.any(AbortSignal), false);
});

it('asks once more for what it was not answered, before this session counts as over', async () => {
  const { claimed, handOff, service, onReturned, whileExchanged } = aHandOff();
  await claimed();
  service.takeBack.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  handOff.goOnHere(true);
  await settle();
  expect(onReturned).not.toHaveBeenCalled();
  await whileExchanged.mock.lastCall![0]!();
  expect(service.takeBack).toHaveBeenCalledTimes(2);
  expect(onReturned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessionKey: 'new' }), true);
});

it.each([
  ['by a page in between, say', new ServiceFailure('unexpected', 200)],
  ['in time', new ServiceFailure('unavailable', 503)],
])('does not ask a third time where the second is not answered %s', async (_, failure) => {
  const { claimed, handOff, service, whileExchanged } = aHandOff();
  await claimed();
  service.takeBack.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  handOff.goOnHere();
  await settle();
  service.takeBack.mockRejectedValueOnce(failure);
  await whileExchanged.mock.lastCall![0]!();
  expect(whileExchanged).toHaveBeenLastCalledWith(null);
});

it('tells no failure of a code that a phone has used while it was called back', async () => {
  const { offered, handOff, service, tell } = aHandOff();
  await offered();
  service.takeBack.mockImplementationOnce(
    (signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      ),
  );
  handOff.goOnHere();
  tell({ handOff: 'elsewhere' });
  await settle();
  expect([handOff.return.value, handOff.stage.value?.of]).toEqual(['none', 'phone']);
});

it.each([
  ['was refused', async () => Promise.reject(new ServiceFailure('taken-over', 409))],
  ['gave the same session, since no phone had it', async () => ({ sessionKey: 'own', state: clientState() })],
])('asks no more where taking back %s', async (_, answer) => {
  const { offered, handOff, service, whileExchanged } = aHandOff();
  await offered();
  service.takeBack.mockImplementationOnce(answer);
  handOff.goOnHere();
  await settle();
  expect(whileExchanged).toHaveBeenLastCalledWith(null);
});

it('calls back what it is still asking for when the flow is closed', async () => {
  const { offered, handOff, service, life } = aHandOff();
  service.takeBack.mockReturnValue(new Promise(() => {}));
  await offered();
  handOff.goOnHere();
  life.abort();
  expect(service.release).toHaveBeenCalledTimes(1);
});

it.each([false, true])('takes the flow back from the phone, once; another code wanted: %s', async (again) => {
  const { claimed, handOff, service, onReturned, life } = aHandOff();
  await claimed();
  handOff.goOnHere(again);
  handOff.goOnHere(again);
  expect(handOff.return.value).toBe('asked');
  await settle();
  expect(service.takeBack).toHaveBeenCalledTimes(1);
  expect(onReturned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessionKey: 'new' }), again);
  // The session that follows is not to be taken away with this one.
  life.abort();
  expect(service.release).not.toHaveBeenCalled();
});

it('says that taking back did not work, and can be asked again', async () => {
  const { claimed, handOff, service, onReturned } = aHandOff();
  await claimed();
  service.takeBack.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  handOff.goOnHere();
  await settle();
  expect(handOff.return.value).toBe('failed');
  handOff.goOnHere();
  await settle();
  expect(onReturned).toHaveBeenCalledTimes(1);
});

it.each([
  ['between two steps the phone is called back', 0, 1],
  ['after the last one it is left to show the result', 1, 0],
] as const)('when the flow is closed while checks run: %s', async (_, done, releases) => {
  const { claimed, tell, service, life } = aHandOff();
  await claimed();
  tell({ awaiting: 'checks', step: null, progress: { done, total: 2 } });
  life.abort();
  expect(service.release).toHaveBeenCalledTimes(releases);
});

it.each(['offered', 'claimed'] as const)('calls back what is %s when the flow is closed', async (how) => {
  const flow = aHandOff();
  await flow[how]();
  flow.life.abort();
  expect(flow.service.release).toHaveBeenCalledTimes(1);
});

it.each(['claimed', 'offered'] as const)(
  'asks once more where the answer was lost and what came instead says nothing of the session: %s',
  async (how) => {
    const flow = aHandOff();
    await flow[how]();
    flow.service.takeBack.mockRejectedValueOnce(new ServiceFailure('unexpected', 200));
    flow.handOff.goOnHere();
    await settle();
    expect(flow.whileExchanged.mock.lastCall![0]).not.toBeNull();
    await flow.whileExchanged.mock.lastCall![0]!();
    expect(flow.onReturned).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ sessionKey: 'new' }),
      false,
    );
  },
);
