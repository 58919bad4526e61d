import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LivingPage, openLivingPage } from './living-page.ts';
import { noTraces } from './watch-traces.ts';

/** Number of flows that fill all caches, and of flows that are then counted: 200 in all. */
const flows = { before: 20, counted: 180 } as const;

let world: LivingPage;
beforeAll(async () => {
  world = await openLivingPage();
});
afterAll(() => world.close());

/** Repeatedly starts a flow, opens the camera and closes once its picture is analysed, by a script in the page. */
const openAndClose = (token: string, count: number) =>
  world.page.evaluate(
    async ({ token, count }) => {
      const { start, close } = VendorOrchestration as unknown as {
        start(options: object): Promise<void>;
        close(): Promise<void>;
      };
      const until = async (isSo: () => boolean) => {
        while (!isSo()) await new Promise((resolve) => requestAnimationFrame(resolve));
      };
      const press = (label: RegExp) => {
        const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
        const button = [...(root?.querySelectorAll('button') ?? [])].find(({ textContent }) =>
          label.test(textContent ?? ''),
        );
        button?.click();
        return button !== undefined;
      };
      for (let flow = 0; flow < count; flow += 1) {
        await start({ token });
        await until(() => press(/^(Begin|Continue)$/));
        await until(() => press(/^Open the camera$/));
        await until(() => {
          const { media, workers } = window.tracesLeft();
          return media.length > 0 && workers.length > 0;
        });
        await close();
      }
    },
    { token, count },
  );

test('leaves nothing after 200 flows with the camera on, and no growth in what the browser keeps', {
  tags: ['DSDK-14'],
}, async () => {
  const { page, context } = world;
  const { token } = await world.start('fullscreen', 'document');
  await world.closeFlow();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const kept = async () => {
    // A pending task of the browser may hold the last flow, so garbage is collected twice.
    for (let pass = 0; pass < 2; pass++) {
      await world.left();
      await cdp.send('HeapProfiler.collectGarbage');
    }
    const { metrics } = await cdp.send('Performance.getMetrics');
    return Object.fromEntries(
      metrics
        .filter(({ name }) => ['Nodes', 'JSEventListeners', 'Documents', 'Frames'].includes(name))
        .map(({ name, value }) => [name, value]),
    );
  };
  await openAndClose(token, flows.before);
  const before = await kept();
  expect(Object.keys(before)).toHaveLength(4);
  await openAndClose(token, flows.counted);
  expect(await world.left()).toEqual(noTraces);
  // The end of a worker is reported slightly after the page has ended it.
  await expect.poll(() => page.workers()).toEqual([]);
  // One leftover per flow would be there 180 times.
  for (const [kind, value] of Object.entries(before)) {
    await expect
      .poll(async () => ((await kept())[kind] ?? Number.NaN) - value, { message: kind })
      .toBeLessThan(flows.counted / 2);
  }
});
