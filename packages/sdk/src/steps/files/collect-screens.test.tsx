// @vitest-environment jsdom
import { act } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import type { CollectTask } from '../../flow/collecting.ts';
import type { Screen } from '../../flow/screen.ts';
import { type DrawnFlow, drawFlow } from '../../testing/draw-flow.tsx';
import { englishMessages } from '../../testing/english.ts';
import { fakeView } from '../../testing/flow-view.ts';

const ways = { cameraAllowed: true, fileAllowed: true, fileTypes: 'image/*,application/pdf' };
const address: CollectTask = { of: 'address', accepts: ['UTILITY_BILL', 'TAX_DOCUMENT'], maxAgeDays: 90 };
const words = { title: 'Proof of <b>income</b>', instructions: 'Line one.\nLine two.' };
const evidence: CollectTask = {
  of: 'evidence',
  texts: { en: words },
  minFiles: 1,
  maxFiles: 3,
  accepts: ['pdf'],
};
const letter = { slot: 'address', task: address } as const;
const file = { slot: 'evidence-1', task: evidence } as const;

let flow: DrawnFlow;
async function show(screen: Screen) {
  const view = fakeView(screen);
  flow = await drawFlow(view);
  return view;
}
const press = (name: string) => act(() => flow.button(name).click());
const heading = () => flow.root.querySelector('h1');
const input = () => flow.root.querySelector<HTMLInputElement>('input[type=file]');

afterEach(() => flow.remove());

it('lists the accepted letters, their maximum age and what they must show', async () => {
  const view = await show({ kind: 'collect-instruct', ...letter, ...ways });
  expect(heading()?.textContent).toBe('Show where you live');
  expect(flow.text()).toContain('Bill for electricity, gas, water or phone');
  expect(flow.text()).toContain('Tax notice');
  expect(flow.text()).toContain('It is not older than 90 days.');
  expect(flow.text()).not.toContain('Bank statement');
  expect(input()?.accept).toBe('image/*,application/pdf');
  press('Open the camera');
  expect(view.asked).toEqual([['openCamera']]);
});

it('says what the user may cover on a card, and which digits are kept', async () => {
  const task: CollectTask = { of: 'card', side: 'front', sides: 2 };
  await show({ kind: 'collect-instruct', slot: 'card-front', task, ...ways, fileTypes: 'image/*' });
  expect(flow.text()).toContain('Picture 1 of 2');
  expect(flow.text()).toContain('You may cover the middle of the number.');
  expect(flow.text()).toContain('no more than its first six and last four digits');
});

it('shows the account’s own words as plain text, marked with their language', async () => {
  await show({ kind: 'collect-instruct', ...file, ...ways, cameraAllowed: false });
  expect(heading()?.textContent).toBe('Proof of <b>income</b>');
  expect(heading()?.querySelector('bdi')?.lang).toBe('en');
  expect(flow.root.querySelector('.own-words')?.textContent).toBe('Line one.\nLine two.');
  expect(flow.text()).toContain('From 1 to 3 files');
  expect(flow.text()).not.toContain('Open the camera');
  expect(flow.button('Choose a file').className).toContain('primary');
});

it('shows the name and size of a file before it is sent', async () => {
  const view = await show({
    kind: 'collect-review',
    ...letter,
    imageUrl: '',
    name: 'bill.pdf',
    sizeBytes: 340_000,
  });
  expect(heading()?.textContent).toBe('Is this the right file?');
  expect(flow.text()).toContain('bill.pdf');
  expect(flow.text()).toContain('340 kB');
  press('Use this file');
  press('Choose another one');
  expect(view.asked).toEqual([['acceptPicture'], ['retakePicture']]);
});

it('shows the progress of an upload, and announces a lost connection', async () => {
  const progress = { sentBytes: 500_000, totalBytes: 2_000_000 };
  const upload = { kind: 'collect-upload', ...letter, name: 'bill.pdf', sizeBytes: 1 } as const;
  const view = await show({ ...upload, progress, offline: false });
  const bar = () => flow.root.querySelector('.sending [role=progressbar]');
  expect([bar()?.getAttribute('aria-valuenow'), bar()?.getAttribute('aria-valuetext')]).toEqual([
    '25',
    '500 kB of 2.0 MB',
  ]);
  act(() => {
    view.screen.value = { ...upload, progress, offline: true };
  });
  expect(flow.root.querySelector('[aria-live=assertive]')?.textContent).toBe(
    englishMessages['upload.offline'],
  );
});

it('distinguishes a service that does not answer from a lost connection', async () => {
  const progress = { sentBytes: 500_000, totalBytes: 2_000_000 };
  await show({ kind: 'collect-upload', ...letter, name: '', sizeBytes: 1, progress, offline: 'service' });
  expect(flow.text()).toContain('We get no answer right now.');
  expect(flow.text()).not.toContain('offline');
});

it.each([
  [true, 'Choose a file'],
  [false, 'Try again'],
])('offers other ways if an upload is blocked (files allowed: %s)', async (fileAllowed, primary) => {
  const view = await show({
    kind: 'collect-retry',
    ...letter,
    fileAllowed,
    cameraAllowed: true,
    fileTypes: 'image/*',
    reasons: ['FILE_BLOCKED'],
    attemptsLeft: Number.POSITIVE_INFINITY,
    refusals: 1,
  });
  expect(heading()?.textContent).toBe('It did not get through');
  expect(flow.button(primary).className).toContain('primary');
  press('Try again');
  press('Open the camera');
  expect(view.asked).toEqual([['tryAgain'], ['openCamera']]);
});

it('passes a chosen file with the slot of the button, even if another screen is shown by then', async () => {
  const retry = {
    kind: 'collect-retry',
    fileAllowed: true,
    cameraAllowed: true,
    fileTypes: 'image/*',
  } as const;
  const view = await show({
    ...retry,
    slot: 'front',
    task: { of: 'document' },
    reasons: ['FILE_BLOCKED'],
    attemptsLeft: Number.POSITIVE_INFINITY,
    refusals: 1,
  });
  const input = flow.root.querySelector('input')!;
  const chosen = new File(['x'], 'front.jpg');
  Object.defineProperty(input, 'files', { value: [chosen] });
  await act(() => {
    view.screen.value = {
      kind: 'instruct',
      document: 'NATIONAL_ID',
      side: 'back',
      sides: 2,
      fileAllowed: true,
    };
  });
  input.dispatchEvent(new Event('change'));
  expect(view.asked).toEqual([['chooseFile', chosen, 'front']]);
});

describe('the list of files', () => {
  const files = [
    { slot: 'evidence-1', name: 'one.pdf', sizeBytes: 9 },
    { slot: 'evidence-2', name: '', sizeBytes: 9 },
  ] as const;
  const list = { kind: 'collect-list', ...file, mayAdd: true } as const;

  it('lets the user add, remove and submit files', async () => {
    const view = await show({ ...list, files, isEnough: true });
    expect(heading()?.textContent).toBe('2 files are ready');
    press('Add another file');
    press('Remove: one.pdf');
    press('Remove: File 2');
    press('Hand in now');
    expect(view.asked).toEqual([
      ['addFile'],
      ['removeFile', 'evidence-1'],
      ['removeFile', 'evidence-2'],
      ['acceptPicture'],
    ]);
  });

  it('moves the focus to the heading with the number of files when one is removed', async () => {
    const view = await show({ ...list, files, isEnough: true });
    flow.button('Remove: one.pdf').focus();
    press('Remove: one.pdf');
    act(() => {
      view.screen.value = { ...list, files: files.slice(1), isEnough: true };
    });
    expect(flow.root.activeElement).toBe(heading());
    expect(heading()?.textContent).toBe('1 file is ready');
  });

  it('offers no submission before there are enough files', async () => {
    await show({ ...list, task: { ...evidence, minFiles: 3 }, files, isEnough: false });
    expect(flow.text()).toContain('One more file is needed.');
    expect(flow.text()).not.toContain('Hand in now');
    expect(flow.button('Add another file').className).toContain('primary');
  });
});

describe('a retry', () => {
  const retry = { kind: 'collect-retry', ...ways, refusals: 1 } as const;

  it('names the cause and the remedy of a retry, and the number of attempts left', async () => {
    const view = await show({
      ...retry,
      ...letter,
      reasons: ['DOCUMENT_TOO_OLD', 'IMAGE_BLURRED'],
      attemptsLeft: 1,
    });
    expect(heading()?.textContent).toBe('The letter is too old');
    expect(flow.text()).toContain('Choose one that is not older than 90 days.');
    expect(flow.text()).toContain(englishMessages['retry.IMAGE_BLURRED.remedy']);
    expect(flow.text()).toContain('This is your last try.');
    press('Try again');
    expect(view.asked).toEqual([['tryAgain']]);
  });

  it.each([
    [address, 'Choose a picture or a PDF file.'],
    [evidence, 'Choose a PDF file.'],
    [{ of: 'card', side: 'front', sides: 1 } as const, 'Choose a picture.'],
  ])('names the accepted types after a file of another type', async (task, remedy) => {
    const attemptsLeft = Number.POSITIVE_INFINITY;
    const view = await show({ ...retry, ...letter, task, reasons: ['FILE_OF_OTHER_KIND'], attemptsLeft });
    expect(flow.text()).toContain(remedy);
    expect(flow.text()).not.toContain('tries');
    expect(flow.button('Choose a file').className).toContain('primary');
    press('Open the camera');
    expect(view.asked).toEqual([['openCamera']]);
  });

  it.each([address, { of: 'card', side: 'front', sides: 1 }, { of: 'document' }] as const)(
    'focuses a new heading after another file with the same fault: $of',
    async (task) => {
      const attemptsLeft = Number.POSITIVE_INFINITY;
      const slot = task.of === 'document' ? 'front' : 'address';
      const refused = { ...retry, slot, task, reasons: ['FILE_EMPTY'], attemptsLeft } as const;
      const view = await show(refused);
      const before = heading();
      flow.button('Choose a file').focus();
      act(() => {
        view.screen.value = { ...refused, refusals: 2 };
      });
      expect(heading()).not.toBe(before);
      expect(flow.root.activeElement).toBe(heading());
    },
  );
});

it('does not mention originals in the welcome to letters and files', async () => {
  await show({ kind: 'welcome', requester: '', resumed: false, files: true });
  expect(flow.text()).toContain('Take a picture or choose a file');
  expect(flow.text()).not.toContain('original');
});
