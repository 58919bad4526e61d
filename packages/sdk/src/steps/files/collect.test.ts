import type { ClientStep } from '@vendor/contract';
import { describe, expect, test } from 'vitest';
import { preparePicture } from '../../capture/prepare-picture.ts';
import { FileRefused } from '../../session/file-fault.ts';
import { ServiceFailure } from '../../session/service-failure.ts';
import { createSession } from '../../session/session.ts';
import {
  addressStep,
  awaitingChecks,
  cardStep,
  clientState,
  evidenceStep,
  finished,
} from '../../testing/client-state.ts';
import { settle } from '../../testing/fake-clock.ts';
import { deferred, fakePorts, storedCapture } from '../../testing/fake-ports.ts';
import * as collectWork from './collect-work.ts';
// Loaded in advance; the session imports it when a camera is first requested.
import '../../session/camera/live-camera.ts';
import '../document/send-document.ts';

const pdf = (name: string) => new File(['%PDF-1.7 a letter'], name, { type: 'application/pdf' });

/** Creates a session whose user has started the step. */
async function startStep(step: ClientStep) {
  const world = fakePorts(clientState({ step }));
  const events: unknown[][] = [];
  const session = createSession({
    requester: 'Shop',
    state: clientState({ step }),
    ports: world.ports,
    started: false,
    emit: (name, ...values) => void events.push([name, ...values]),
    onLeft: () => session.dispose(),
  });
  session.run();
  session.registerFileSteps(collectWork);
  const { actions } = session.view;
  actions.begin();
  await settle();
  const give = async (file: File) => {
    actions.chooseFile(file);
    await settle();
    actions.acceptPicture();
    await settle();
  };
  return { ...world, ...actions, session, events, give, screen: () => session.view.screen.peek() };
}

test('sends a PDF unchanged, and submits its digest', async () => {
  const { give, service, screen, urls } = await startStep(addressStep());
  await give(pdf('bill.pdf'));
  const [[attempt, slot, file]] = service.upload.mock.calls as unknown as [[unknown, string, Blob]];
  expect([attempt, slot, file.type]).toEqual([
    { stepId: 'address', attempt: 1 },
    'address',
    'application/pdf',
  ]);
  expect(await file.text()).toBe('%PDF-1.7 a letter');
  expect(service.submit).toHaveBeenCalledExactlyOnceWith(
    { stepId: 'address', attempt: 1 },
    { captures: { address: 'a'.repeat(43) } },
    expect.anything(),
  );
  expect(screen()).toMatchObject({ kind: 'processing', of: 'files' });
  expect([...urls]).toEqual([]);
});

test.each([
  ['the whole frame of a sheet', addressStep(), null],
  ['the area around a card', cardStep(), [0, 0, 1, 0, 1, 1, 0, 1]],
] as const)('captures %s', async (_, step, expected) => {
  const { openCamera, takePicture, capture, clock } = await startStep(step);
  openCamera();
  capture.see({ hint: 'glare', outline: [0, 0, 1, 0, 1, 1, 0, 1], isSure: true });
  await clock.advance(1_000);
  takePicture();
  expect(capture.feeds[0]?.takePicture).toHaveBeenCalledExactlyOnceWith(expected, false);
});

test.each([
  ['in the middle of a sheet', addressStep(), 0.5],
  ['at the machine-readable lines of a card', cardStep(), undefined],
] as const)('measures sharpness %s', async (_, step, printAt) => {
  const { openCamera, capture, clock } = await startStep(step);
  openCamera();
  await clock.advance(500);
  expect(capture.feeds[0]?.grabFrame).toHaveBeenLastCalledWith(null, false, printAt);
});

test('photographs both sides of a card with the rear camera', async () => {
  const { openCamera, takePicture, acceptPicture, service, screen, capture } = await startStep(cardStep());
  for (const slot of ['card-front', 'card-back']) {
    expect(screen()).toMatchObject({ kind: 'collect-instruct', slot });
    openCamera();
    await settle();
    takePicture();
    await settle();
    expect(screen()).toMatchObject({ kind: 'collect-review', slot });
    acceptPicture();
    await settle();
  }
  expect(capture.kit.camera.open.mock.calls.map(([, , facing]) => facing)).toEqual([
    'environment',
    'environment',
  ]);
  expect(service.submit.mock.calls[0]?.[1]).toEqual({
    captures: { 'card-front': 'a'.repeat(43), 'card-back': 'a'.repeat(43) },
  });
  expect(capture.openFeeds()).toEqual([]);
});

test('adds, removes and submits files', async () => {
  const { give, addFile, removeFile, acceptPicture, service, screen } = await startStep(evidenceStep());
  service.upload.mockImplementation(async (_attempt, slot) => storedCapture(slot, slot.slice(-1)));
  await give(pdf('one.pdf'));
  addFile();
  await give(pdf('two.pdf'));
  expect(screen()).toMatchObject({ kind: 'collect-list', files: [{ name: 'one.pdf' }, { name: 'two.pdf' }] });
  expect(service.submit).not.toHaveBeenCalled();
  removeFile('evidence-1');
  acceptPicture();
  await settle();
  expect(service.submit.mock.calls[0]?.[1]).toEqual({ captures: { 'evidence-2': '2'.repeat(43) } });
});

test('asks for a file again if the service stored different content', async () => {
  const { give, service, screen, tell } = await startStep(addressStep());
  service.submit.mockRejectedValueOnce(new ServiceFailure('out-of-step', 400));
  const stored = [storedCapture('address', 'z')];
  const held = clientState({ seq: 3, begun: true, step: addressStep({ stored }) });
  service.stateNow.mockResolvedValueOnce(held);
  await give(pdf('bill.pdf'));
  expect(screen()).toMatchObject({ kind: 'collect-instruct' });
  await give(pdf('bill.pdf'));
  expect(service.upload).toHaveBeenCalledTimes(2);
  tell(awaitingChecks({ seq: 9 }));
  await settle();
  expect(screen()).toMatchObject({ kind: 'processing' });
});

test.each(['answer', 'failure'])(
  'keeps a file under review after a late %s of the previous submission',
  async (what) => {
    const { give, chooseFile, acceptPicture, service, screen, tell } = await startStep(addressStep());
    const late = deferred<ReturnType<typeof clientState>>();
    service.submit.mockReturnValueOnce(late.promise);
    await give(pdf('bill.pdf'));
    const next = clientState({ seq: 9, begun: true, step: evidenceStep() });
    tell(next);
    await settle();
    chooseFile(pdf('more.pdf'));
    await settle();
    if (what === 'answer') late.resolve(next);
    else late.reject(new ServiceFailure('unavailable', 0));
    await settle();
    expect(screen()).toMatchObject({ kind: 'collect-review', name: 'more.pdf' });
    acceptPicture();
    await settle();
    expect(service.upload.mock.calls.map(([, slot]) => slot)).toEqual(['address', 'evidence-1']);
    expect(screen()).toMatchObject({ kind: 'collect-list' });
  },
);

test('submits stored files after a reload without uploading them again', async () => {
  const stored = [{ slot: 'evidence-1' as const, digest: 'k'.repeat(43), sizeBytes: 5 }];
  const { acceptPicture, service, screen } = await startStep(evidenceStep({ stored }));
  expect(screen()).toMatchObject({ kind: 'collect-list', files: [{ name: '', sizeBytes: 5 }] });
  acceptPicture();
  await settle();
  expect(service.upload).not.toHaveBeenCalled();
  expect(service.submit.mock.calls[0]?.[1]).toEqual({ captures: { 'evidence-1': 'k'.repeat(43) } });
});

test('submits the files from before a general failure, without removed ones', async () => {
  const { give, addFile, removeFile, acceptPicture, begin, service, screen, tell } = await startStep(
    evidenceStep(),
  );
  service.upload.mockImplementation(async (_, slot) => storedCapture(slot, slot.slice(-1)));
  await give(pdf('one.pdf'));
  addFile();
  await give(pdf('two.pdf'));
  const stored = [storedCapture('evidence-1', '1'), storedCapture('evidence-2', '2')];
  tell(clientState({ seq: 5, begun: true, step: evidenceStep({ stored }) }));
  await settle();
  addFile();
  await give(pdf('three.pdf'));
  removeFile('evidence-1');
  service.submit.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  acceptPicture();
  await settle();
  expect(screen().kind).toBe('problem');
  begin();
  await settle();
  expect(service.submit.mock.lastCall?.[1]).toEqual({
    captures: { 'evidence-2': '2'.repeat(43), 'evidence-3': '3'.repeat(43) },
  });
  expect(screen().kind).toBe('processing');
});

test('sends a file again, under its name, after the service could not be reached', async () => {
  const { give, begin, service, screen } = await startStep(evidenceStep());
  service.upload.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  await give(pdf('one.pdf'));
  expect(screen().kind).toBe('problem');
  begin();
  await settle();
  expect(service.upload.mock.calls.map(([, slot]) => slot)).toEqual(['evidence-1', 'evidence-1']);
  expect(service.upload.mock.calls[0]?.[2]).toBe(service.upload.mock.calls[1]?.[2]);
  expect(screen()).toMatchObject({ kind: 'collect-list', files: [{ slot: 'evidence-1', name: 'one.pdf' }] });
});

describe('an unusable file', () => {
  const heic = '\0\0\0\x18ftypheic';
  const named = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'file');
  test.each<[string, ClientStep, File]>([
    ['FILE_EMPTY', addressStep(), named('')],
    ['FILE_OF_OTHER_KIND', addressStep(), named('PK a text document')],
    ['FILE_OF_OTHER_KIND', cardStep(), pdf('card.pdf')],
    ['FILE_OF_OTHER_KIND', evidenceStep({ accepts: ['pdf'] }), named('\x89PNG')],
    ['FILE_TOO_LARGE', addressStep(), new File(['%PDF-', new Uint8Array(15 * 1024 * 1024)], 'large.pdf')],
    ['FILE_HEIC', addressStep(), named(heic)],
    ['FILE_UNREADABLE', addressStep(), named(new Uint8Array([0xff, 0xd8, 0xff, 0]))],
  ])('explains %s without uploading the file', async (reason, step, file) => {
    const { give, ports, service, screen } = await startStep(step);
    // Without a browser, no file can be opened as a picture.
    ports.preparePicture.mockImplementation(preparePicture);
    await give(file);
    expect(screen()).toMatchObject({ kind: 'collect-retry', reasons: [reason] });
    expect(service.upload).not.toHaveBeenCalled();
  });

  test('reports missing code as a camera problem, not as a fault of the file', async () => {
    const { give, ports, clock, screen } = await startStep(addressStep());
    ports.loadPreparation.mockRejectedValue(new Error('offline'));
    for (const times of [1, 2]) {
      await give(named('\x89PNG'));
      await clock.advance(2_000);
      expect(screen()).toMatchObject({ kind: 'camera-problem', problem: 'unloaded', times });
    }
    // A PDF needs no preparation.
    await give(pdf('bill.pdf'));
    expect(screen()).toMatchObject({ kind: 'processing' });
  });

  test('explains a file that the service refuses', async () => {
    const { give, service, screen } = await startStep(addressStep());
    service.upload.mockRejectedValueOnce(new ServiceFailure('unusable', 415));
    await give(pdf('bill.pdf'));
    expect(screen()).toMatchObject({ kind: 'collect-retry', reasons: ['FILE_OF_OTHER_KIND'] });
  });

  test('explains a picture that is too small to be read', async () => {
    const { give, ports, screen } = await startStep(addressStep());
    ports.preparePicture.mockRejectedValueOnce(new FileRefused('FILE_TOO_SMALL'));
    await give(named('\x89PNG'));
    expect(screen()).toMatchObject({ kind: 'collect-retry', reasons: ['FILE_TOO_SMALL'] });
  });
});

describe.each([addressStep(), cardStep(), evidenceStep()])('a step of kind $kind', (step) => {
  test('ends with error_code_5 at the retry limit', {
    tags: ['DSDK-69', 'DSDK-70', 'DSDK-71'],
  }, async () => {
    const { tell, events, screen } = await startStep(step);
    tell(finished({ status: 'DECLINED', retryLimitOf: step.kind }));
    await settle();
    expect(events).toEqual([['started'], ['error', 'error_code_5']]);
    expect(screen()).toEqual({ kind: 'problem', problem: { kind: 'retry-limit', code: 'error_code_5' } });
  });

  test('shows the reasons for a retry', async () => {
    const { tell, screen } = await startStep(step);
    tell(awaitingChecks({ seq: 6 }));
    await settle();
    tell(clientState({ seq: 7, begun: true, step: { ...step, attempt: 2, reasons: ['IMAGE_TOO_SMALL'] } }));
    await settle();
    expect(screen()).toMatchObject({ kind: 'collect-retry', reasons: ['IMAGE_TOO_SMALL'], attemptsLeft: 3 });
  });
});
