import { expect, test } from '../../fixtures.ts';

const unknownToken = `default.${'A'.repeat(43)}`;

test('rejects a second start while a flow is open, and leaves the flow unchanged', {
  tag: ['@S4.5-29', '@S7.4-1'],
}, async ({ shop, flow, startExecution }) => {
  const { token } = await startExecution('document');
  await shop.open();
  await shop.start({ token });
  await expect(flow.heading).toHaveText('Verify your identity');

  expect(await shop.start({ token })).toBe('IDV flow is already running.');

  await flow.button('Begin').click();
  await expect(flow.heading).toHaveText('Which document do you have with you?');
});

test('rejects an unknown token, emits error_code_3 and restores the page', {
  tag: ['@S5-4', '@S7.3-3', '@S7.4-3', '@DSDK-90'],
}, async ({ shop, flow }) => {
  await shop.open();
  const before = await shop.surroundings();

  expect(await shop.start({ token: unknownToken })).toBe('Failed to initialize client: 401 Unauthorized');

  expect(await shop.sdkEvents()).toEqual(['error error_code_3']);
  expect(await shop.surroundings()).toEqual(before);
  await expect(flow.root).toHaveCount(0);
});

test('accepts a start right after a rejected one', { tag: ['@DSDK-4'] }, async ({
  shop,
  flow,
  startExecution,
}) => {
  const { token } = await startExecution('document');
  await shop.open();
  await shop.start({ token: unknownToken });

  await shop.start({ token });

  await expect(flow.heading).toHaveText('Verify your identity');
});

test('rejects an unreadable reply with the message of the specification', {
  tag: ['@S7.4-4'],
}, async ({ shop, flow, page, startExecution }) => {
  const { token } = await startExecution('document');
  await shop.open();
  await page.route('**/client/init', (route) => route.fulfill({ json: { data: {} } }));

  expect(await shop.start({ token })).toBe('Invalid response from client init.');

  expect(await shop.sdkEvents()).toEqual([]);
  await expect(flow.root).toHaveCount(0);
});

test('rejects a token for another service without a request', { tag: ['@DSDK-134'] }, async ({
  shop,
  flow,
  page,
  startExecution,
}) => {
  const { token } = await startExecution('document');
  const [region, , secret] = token.split('.');
  await shop.open();
  const requests: string[] = [];
  page.on('request', (request) => {
    // Ignores the event stream of the shop's own page, which may connect at any time.
    if (new URL(request.url()).pathname !== '/verification/events') requests.push(request.url());
  });
  for (const address of [
    'https://verify.example',
    'javascript:alert(1)',
    '/sdk',
    'https://a:b@verify.example',
  ]) {
    const foreign = `${region}.${Buffer.from(address).toString('base64url')}.${secret}`;
    expect(await shop.start({ token: foreign }), address).toBe('Configuration is not set.');
  }

  expect(requests).toEqual([]);
  expect(await shop.sdkEvents()).toEqual([]);
  await expect(flow.root).toHaveCount(0);
});

test('rejects a wrong configuration with the messages of the specification', {
  tag: ['@S4.5-8', '@S7.4-2', '@S7.4-5', '@S7.4-6', '@S7.4-8', '@DSDK-3'],
}, async ({ shop }) => {
  await shop.open();
  for (const [config, message] of [
    [undefined, 'Configuration is not set.'],
    [{ token: ' ' }, 'Configuration is not set.'],
    [{ token: unknownToken, renderingMode: 'sideways' }, 'Invalid rendering mode specified.'],
    [{ token: unknownToken, renderingMode: 'inline' }, 'Container ID is required for inline rendering.'],
    [
      { token: unknownToken, renderingMode: 'inline', containerId: 'nowhere' },
      "Container element with id 'nowhere' not found.",
    ],
  ] as const) {
    expect(await shop.start(config), JSON.stringify(config)).toBe(message);
  }
  expect(await shop.sdkEvents()).toEqual([]);
});
