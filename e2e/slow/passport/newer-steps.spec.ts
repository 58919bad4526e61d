import { devices } from '@playwright/test';
import {
  addressLetter,
  type DocumentPage,
  encodeJpeg,
  letterPdf,
  renderCard,
  renderLetter,
  renderScene,
  specimenCard,
} from '@vendor/specimens';
import { test as base, expect } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { type StartedSteps, startSteps } from '../../stage/start-steps.ts';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];

const test = base.extend<{
  startSteps: (nodes: Record<string, object>, inputs?: object) => Promise<StartedSteps>;
}>({
  startSteps: ({ stage }, use) => use((nodes, inputs) => startSteps(stage, nodes, inputs)),
});

test.use(phone);

const letter = addressLetter('en', new Date());
const pdf = async () => ({
  name: 'Electricity bill.pdf',
  mimeType: 'application/pdf',
  buffer: await letterPdf(letter),
});

/** Takes a photograph of a flat document on a table, as with a phone. */
async function photographOf(page: DocumentPage, pxPerMm: number) {
  const { picture } = await renderScene({
    page,
    size: { width: 1800, height: 2400 },
    table: 'walnut',
    pose: { pxPerMm, tiltDeg: 2, yawDeg: 1, rollDeg: -1 },
    blurPx: 0.5,
  });
  return { name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer: await encodeJpeg(picture, 92) };
}

/** Creates a file of the given name, type and bytes. */
const called = (name: string, mimeType: string, bytes: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes, 'latin1'),
});

test('reaches a result with form, letter, card and files on a phone', {
  tag: ['@S1-12', '@S1-13', '@S1-14'],
}, async ({ shop, flow, startSteps, readExecution, deliveriesOf, findBarriers }) => {
  const { number, ...printed } = specimenCard(new Date());
  const card = await photographOf(await renderCard({ number, ...printed }), 18);
  const { executionId, token } = await startSteps({
    form: { kind: 'form', fields: [{ name: 'user_fullname' }, { name: 'user_address' }] },
    letter: { kind: 'address', compareWith: 'trigger' },
    card: { kind: 'card' },
    files: {
      kind: 'evidence',
      maxFiles: 2,
      texts: { en: { title: 'Your last payslips', instructions: 'Name and net pay must be readable.' } },
    },
  });
  await shop.open();
  await shop.start({ token });
  await flow.button('Begin').click();

  await test.step('reports missing fields of the form, and accepts typed text', async () => {
    await expect(flow.heading).toHaveText('A few details about you');
    await flow.root.getByLabel('Full name').fill(letter.name);
    await flow.button('Continue').click();
    const address = flow.root.getByLabel('Full address');
    await expect(address).toBeFocused();
    await expect(flow.root.getByText('Please fill this in.')).toHaveCount(1);
    expect(await findBarriers()).toEqual([]);
    await address.fill(letter.address.join('\n'));
    await flow.button('Continue').click();
  });

  await test.step('accepts a letter as PDF', async () => {
    await expect(flow.heading).toHaveText('Show where you live');
    expect(await findBarriers()).toEqual([]);
    await flow.chooseFile(await pdf(), 'Choose a file');
    await expect(flow.heading).toHaveText('Is this the right file?');
    await expect(flow.root).toContainText('Electricity bill.pdf');
    await flow.button('Use this file').click();
  });

  await test.step('accepts a photograph of a card', async () => {
    await expect(flow.heading).toHaveText('Front of your payment card');
    expect(await findBarriers()).toEqual([]);
    await flow.chooseFile(card, 'Choose a file');
    await flow.button('Use this picture').click();
  });

  await test.step('submits files after the user says that they are complete', async () => {
    await expect(flow.heading).toHaveText('Your last payslips');
    await flow.chooseFile(await pdf(), 'Choose a file');
    await flow.button('Use this file').click();
    await expect(flow.heading).toHaveText('1 file is ready');
    await flow.button('Add another file').click();
    await flow.chooseFile(card, 'Choose a file');
    await flow.button('Use this picture').click();
    await expect(flow.heading).toHaveText('2 files are ready');
    expect(await findBarriers()).toEqual([]);
    await flow.button('Hand in now').click();
  });

  await expect(flow.button('Done')).toBeVisible();
  await flow.button('Done').click();
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed pending', 'closed']);

  const result = {
    status: 'REVIEW',
    checks: [
      {
        checkType: 'POA_CHECK',
        status: 'APPROVED',
        proofOfAddressCheckResult: { fullAddressCheckResult: 'PASS', nameMatchCheckResult: 'PASS' },
        proofOfAddressExtractedData: { extractedAddress: letter.address.join(', ') },
        capturedMedia: { proofOfAddress: {} },
      },
      // On a busy machine the reader may time out, so that the card goes to REVIEW without a picture.
      { checkType: 'CREDIT_CARD_CHECK', status: expect.stringMatching(/^(APPROVED|REVIEW)$/) },
      { checkType: 'EVIDENCE_COLLECTION', status: 'REVIEW', capturedMedia: { evidence: [{}, {}] } },
    ],
  };
  const read = await readExecution(executionId);
  expect(read).toMatchObject(result);
  expect(JSON.stringify(read)).not.toContain(number);
  await expect.poll(async () => (await deliveriesOf(executionId))[0]?.envelope.data).toMatchObject(result);
});

test('explains unusable files in Arabic without sending them, and accepts a photographed letter', async ({
  shop,
  page,
  startSteps,
  readExecution,
  findBarriers,
}) => {
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') uploads.push(request.url());
  });
  const photograph = await photographOf(await renderLetter(letter, 2400), 7.2);
  const { executionId, token } = await startSteps(
    { letter: { kind: 'address' } },
    { user_fullname: letter.name },
  );
  await shop.open();
  await shop.start({ token, language: 'ar' });
  const flow = new FlowPage(page, 'التحقق من الهوية');
  await expect(flow.root).toHaveAttribute('dir', 'rtl');
  await flow.button('ابدأ').click();
  await expect(flow.heading).toHaveText('أثبت مكان سكنك');
  expect(await findBarriers()).toEqual([]);
  for (const [file, heading] of [
    [
      called('bill.jpg', 'image/jpeg', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      'لا يستطيع هذا المتصفح فتح الصورة',
    ],
    [called('bill.pdf', 'application/pdf', ''), 'الملف فارغ'],
    [called('bill.pdf', 'application/pdf', 'PK\x03\x04'), 'هذا النوع من الملفات غير مقبول'],
    [called('bill.png', 'image/png', '\xff\xd8\xff\xe0\0\x10JFIF'), 'تعذر فتح الملف'],
  ] as const) {
    await flow.chooseFile(file, 'اختيار ملف');
    await expect(flow.heading).toHaveText(heading);
  }
  expect(await findBarriers()).toEqual([]);
  expect(uploads).toEqual([]);
  await flow.chooseFile(photograph, 'اختيار ملف');
  await flow.button('استخدام هذه الصورة').click();
  await expect.poll(async () => (await readExecution(executionId)).status).toBe('APPROVED');
  expect((await readExecution(executionId)).checks).toMatchObject([
    {
      proofOfAddressCheckResult: { addressValidationCheckResult: 'PASS', nameMatchCheckResult: 'PASS' },
      capturedMedia: { proofOfAddress: { contentType: 'image/jpeg' } },
    },
  ]);
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
});

test('rejects a file without a document, and neither sends it nor uses an attempt', {
  tag: ['@DSDK-82'],
}, async ({ shop, flow, page, findBarriers }) => {
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') uploads.push(request.url());
  });
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.chooseFile(called('passport.jpg', 'image/jpeg', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'));
  await expect(flow.heading).toHaveText('This browser cannot open the picture');
  expect(await findBarriers()).toEqual([]);
  for (const [file, heading] of [
    [called('passport.png', 'image/png', '%PDF-1.7\n'), 'This kind of file is not taken'],
    [called('passport.jpg', 'image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'), 'The file could not be opened'],
  ] as const) {
    await flow.chooseFile(file, 'Choose a file');
    await expect(flow.heading).toHaveText(heading);
  }
  await flow.backButton.click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
  expect(uploads).toEqual([]);
});
