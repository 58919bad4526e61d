import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LivingPage, openLivingPage } from './living-page.ts';
import { noTraces } from './watch-traces.ts';

/** Flows that have filled every cache, and flows that are then counted: together 200. */
const flows = { before: 20, counted: 180 } as const;

let world: LivingPage;
beforeAll(async () => {
  world = await openLivingPage();
});
afterAll(() => world.close());

/** Starts, opens the camera and closes once its picture is analysed, again and again, by hand of the page itself. */
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

test('200 flows with the camera on leave nothing, and what the browser keeps does not grow', {
  tags: ['DSDK-14'],
}, async () => {
  const { page, context } = world;
  const { token } = await world.start('fullscreen', 'document');
  await world.closeFlow();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const kept = async () => {
    // The last flow can be held by a task of the browser that has yet to run: what counts is what stays.
    for (const _ of ['held', 'let go']) {
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
  // That a worker has ended is told a little after the page has ended it.
  await expect.poll(() => page.workers()).toEqual([]);
  // A single one that each flow left would be there 180 times.
  for (const [kind, value] of Object.entries(before)) {
    await expect
      .poll(async () => ((await kept())[kind] ?? Number.NaN) - value, { message: kind })
      .toBeLessThan(flows.counted / 2);
  }
});
