import { expect, test } from '../../fixtures.ts';
import { withoutMediaLinks } from '../../media-links.ts';
import { pictures, printed } from '../../specimen.ts';

test('approves a passport captured by the camera', {
  tag: [
    '@S1-3',
    '@S1-4',
    '@S1-5',
    '@S1-9',
    '@S2.4-1',
    '@S2.6-24',
    '@S2.6-25',
    '@S2.6-40',
    '@S2.6-43',
    '@S2.6-44',
    '@S2.6-47',
    '@S2.6-48',
    '@S2.6-49',
    '@S2.6-50',
    '@S2.6-51',
    '@S3.1-3',
    '@S3.1-7',
    '@S3.1-8',
    '@S4-26',
    '@S4.5-21',
    '@S6.1-2',
    '@S6.2-1',
    '@S6.2-2',
    '@S6.2-3',
    '@S6.2-4',
    '@DSDK-11',
    '@DSDK-17',
    '@DRUN-69',
    '@DRUN-70',
    '@DRUN-72',
    '@DRUN-99',
  ],
}, async ({ shop, flow, deliveriesOf, readExecution }) => {
  await shop.open();
  const executionId = await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Your identity is confirmed');
  await flow.button('Done').click();
  await expect(flow.root).toHaveCount(0);

  await test.step('emits the events to the page in order', async () => {
    expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success', 'closed']);
  });

  await test.step('informs the shop by webhook', async () => {
    await expect(shop.heading).toHaveText('You are verified');
    await expect(shop.card).toContainText(printed.fullName);
  });

  const deliveries = await deliveriesOf(executionId);
  const { envelope } = deliveries[0]!;

  await test.step('delivers one signed webhook with the same content as a read', async () => {
    expect(deliveries).toHaveLength(1);
    expect(Object.keys(envelope)).toEqual(['event', 'timestamp', 'data']);
    expect(envelope.event).toBe('orchestration/workflow_execution_finished');
    const read = await readExecution(executionId);
    expect(withoutMediaLinks(read)).toEqual(withoutMediaLinks(envelope.data));
  });

  await test.step('reads the passport as printed', async () => {
    expect(envelope.data).toMatchObject({ id: executionId, status: 'APPROVED' });
    expect(envelope.data.checks).toHaveLength(1);
    expect(envelope.data.checks?.[0]).toMatchObject({
      checkType: 'DOCUMENT_CHECK',
      status: 'APPROVED',
      platform: 'WEB',
      documentCheckExtractedData: {
        fullName: printed.fullName,
        documentNumber: printed.documentNumber,
        birthDate: printed.birthDate,
        documentExpirationDate: printed.expirationDate,
        documentType: 'PASSPORT',
        gender: 'FEMALE',
      },
      documentCheckResult: {
        overallResult: 'APPROVED',
        imageQualityCheckResult: 'PASS',
        documentValidityCheckResult: 'PASS',
        dataIntegrityCheckResult: 'PASS',
        logicCheckResult: 'PASS',
      },
    });
  });

  await test.step('serves the picture by its link only', async () => {
    const media = (await readExecution(executionId)).checks?.[0]?.capturedMedia as {
      documentFront: { url: string; contentType: string };
    };
    const picture = await fetch(media.documentFront.url);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe(media.documentFront.contentType);
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    const forged = media.documentFront.url.slice(0, -1) + (media.documentFront.url.endsWith('A') ? 'B' : 'A');
    expect((await fetch(forged)).ok).toBe(false);
  });
});

test('checks a picture from a file like one from the camera', async ({ shop, flow, readExecution }) => {
  await shop.open();
  const executionId = await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.chooseFile(pictures.passportPhoto);
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Your identity is confirmed');

  expect((await readExecution(executionId)).checks?.[0]).toMatchObject({
    documentCheckExtractedData: { fullName: printed.fullName },
  });
});

test('stays inside its container when inline', { tag: ['@S4.5-24'] }, async ({ shop, flow, page }) => {
  await shop.open();
  await shop.choose('Mode', 'Inside this page');
  await shop.verify();
  await expect(flow.heading).toHaveText('Verify your identity');

  // Measured in one task, because the page around it may still be moving.
  const { room, place } = await flow.root.evaluate((frame) => {
    const container = document.querySelector('#verification')!;
    const { x, y } = container.getBoundingClientRect();
    const { clientLeft, clientTop, clientWidth, clientHeight } = container;
    const inner = { x: x + clientLeft, y: y + clientTop, width: clientWidth, height: clientHeight };
    const { x: left, y: top, width, height } = frame.getBoundingClientRect();
    return { room: inner, place: { x: left, y: top, width, height } };
  });
  expect(place).toEqual(room);
  // The page around it stays usable: neither modal nor locked.
  await page.getByRole('link', { name: 'Our boats' }).click();
  await expect(page).toHaveURL(/#boats$/);
});
