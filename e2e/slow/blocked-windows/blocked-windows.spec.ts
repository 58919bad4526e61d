import { expect, test } from '../../fixtures.ts';

test('rejects with the specified message if the popup is blocked, and restores the page', {
  tag: ['@S7.4-7'],
}, async ({ shop, page, context, startExecution }) => {
  const { token } = await startExecution('document');
  await shop.open();
  const before = await shop.surroundings();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  // Runs in a separate task, without a recent user gesture that would allow popups.
  const message = await page.evaluate(
    (given) =>
      new Promise<string>((resolve) => {
        const start = () => {
          if (navigator.userActivation.isActive) return void setTimeout(start, 100);
          VendorOrchestration.start({ token: given, renderingMode: 'popup' }).then(
            () => resolve('opened'),
            (error: Error) => resolve(error.message),
          );
        };
        start();
      }),
    token,
  );

  expect(message).toBe('Failed to open popup window. Please allow popups and try again.');
  expect(context.pages()).toHaveLength(1);
  expect(asked).toEqual([]);
  expect(await shop.sdkEvents()).toEqual([]);
  expect(await shop.surroundings()).toEqual(before);
});
