import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';
import type { FlowPage } from '../../pages/flow-page.ts';

/** Reads the computed styles of a flow. */
const readStyles = (flow: FlowPage) =>
  flow.heading.evaluate((heading) => {
    const { color, fontFamily, fontWeight } = getComputedStyle(heading);
    const { backgroundColor } = getComputedStyle(heading.closest('.sheet') as Element);
    return { color, fontFamily, fontWeight, backgroundColor };
  });

for (const [rules, css] of [
  [
    'rules for everything',
    '* { --text: lime; --surface: red; --font: cursive } div { --text: lime !important }',
  ],
  [
    'properties that the page registers',
    `@property --text { syntax: '<color>'; inherits: false; initial-value: lime }
     @property --surface { syntax: '<color>'; inherits: false; initial-value: red }
     @property --strong { syntax: '<length>'; inherits: true; initial-value: 1px }
     @property --font { syntax: '*'; inherits: false }`,
  ],
] as const) {
  test(`keeps the colours of the flow in spite of ${rules}`, async ({ openPage, start }) => {
    const styles = await readStyles(await start(await openPage(css)));
    expect(styles).toEqual(await readStyles(await start(await openPage())));
  });
}

test('covers nothing when the page clones its own markup', async ({ openPage, start }) => {
  const page = await openPage();
  await page.evaluate(() => {
    document.body.innerHTML = '<button style="position: fixed; inset: 0">Go</button>';
  });
  await start(page);
  await page.evaluate(() => {
    document.body.innerHTML += '';
  });
  await expect(page).toHaveTitle('opened,closed');
  const topmost = await page.evaluate(() => document.elementFromPoint(9, 9)?.tagName);
  expect(topmost).toBe('BUTTON');
  await start(page);
  await expect(page).toHaveTitle('opened,closed,opened');
});

test('runs in a page whose arrays become strings in JSON, as with Prototype.js', async ({
  openPage,
  start,
}) => {
  const page = await openPage();
  await page.evaluate(() => {
    Object.assign(Array.prototype, {
      toJSON(this: unknown[]) {
        return `[${this.join(', ')}]`;
      },
    });
  });
  const flow = await start(page);
  await expect(flow.heading).toHaveText('Verify your identity');
});

test('runs in a page that froze Object.prototype', async ({ openPage, start }) => {
  const page = await openPage();
  await page.evaluate(() => {
    for (const { prototype } of [Object, Array, Function, Error, Promise, Event, Node])
      Object.freeze(prototype);
  });
  const flow = await start(page);
  await flow.button('Begin').click();
  await expect(flow.heading).toHaveText('Which document do you have with you?');
});

test('reads no option from a polluted Object.prototype', async ({ openPage, start }) => {
  const page = await openPage();
  await page.evaluate(() => Object.assign(Object.prototype, { language: 'de', renderingMode: 'inline' }));
  const flow = await start(page);
  await expect(flow.heading).toHaveText('Verify your identity');
});

test("ignores an element whose id is the SDK's global name", async ({ openPage, start, stage }) => {
  const page = await openPage();
  await page.evaluate(() => {
    Reflect.deleteProperty(window, 'VendorOrchestration');
    document.body.insertAdjacentHTML('beforeend', '<div id="VendorOrchestration">');
  });
  await page.addScriptTag({ url: `${stage.serviceUrl}/sdk/v1/vendor-orchestration.js` });
  const flow = await start(page);
  await expect(flow.heading).toHaveText('Verify your identity');
});
