import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type LivingFlow,
  type LivingPage,
  type Mode,
  openLivingPage,
  type WorkflowName,
} from './living-page.ts';
import { noTraces } from './watch-traces.ts';

/** Moments that exist only in a real browser: a camera that opens, a recording, files, a code for a phone. */
interface Moment {
  readonly moment: string;
  readonly workflow: WorkflowName;
  /** Further incidents to test in a popup; each takes as long as the service waits for a popup that may return. */
  readonly alsoInWindow?: readonly Incident[];
  /** The release of the phone is retried until the service has received it, which may be after the flow has closed. */
  readonly retriesRelease?: true;
  reach(flow: LivingFlow, world: LivingPage): Promise<void>;
}

const moments: readonly Moment[] = [
  {
    moment: 'while the camera of the selfie starts',
    workflow: 'selfie',
    alsoInWindow: ['taken over', 'the window is closed'],
    async reach({ button }, { cameras }) {
      cameras('waits');
      await button('Open the camera').click();
      await button('Take the picture').waitFor();
    },
  },
  {
    moment: 'at the poses of the selfie',
    workflow: 'selfie',
    async reach({ button, page }) {
      await button('Open the camera').click();
      await button('Self-timer').click();
      await button('Take the picture').click();
      await page
        .getByText(/^(Turn your head|Come closer)/)
        .first()
        .waitFor();
    },
  },
  {
    moment: 'while a pose of the selfie is uploaded',
    workflow: 'selfie',
    alsoInWindow: ['taken over'],
    async reach({ button, page }, { holdUploads }) {
      holdUploads(true);
      await button('Open the camera').click();
      await button('Self-timer').click();
      const sent = page.waitForRequest(/\/captures\//);
      await button('Take the picture').click();
      await sent;
    },
  },
  {
    moment: 'in a half-completed form',
    workflow: 'form',
    async reach({ field }) {
      await field('Full name').fill('Anna');
    },
  },
  {
    moment: 'at the review of a file',
    workflow: 'files',
    async reach({ file, button }) {
      await file('%PDF-1.4');
      await button('Use this file').waitFor();
    },
  },
  {
    moment: 'while a file is uploaded',
    workflow: 'files',
    alsoInWindow: ['taken over', 'the window is closed'],
    async reach({ file, button, page }, { holdUploads }) {
      holdUploads(true);
      await file('%PDF-1.4');
      await button('Use this file').click();
      await page.getByRole('heading', { name: 'Sending your file' }).waitFor();
    },
  },
  {
    moment: 'while waiting for the phone',
    workflow: 'document',
    retriesRelease: true,
    async reach({ button, page }, { cameras }) {
      cameras('is refused');
      await button('Open the camera').click();
      await button('Use your phone instead').click();
      await page.getByRole('img', { name: 'QR code with the address of this check' }).waitFor();
    },
  },
];

const ends = {
  'close()': 'opened, started, closed',
  'the user quits': 'opened, started, cancelled, closed',
  removed: 'opened, started, closed',
  'no network': 'opened, started …',
  'away and back': 'opened, started …',
  'taken over': 'opened, started, error unknown …',
  'the window is closed': 'opened, started, cancelled, closed',
} as const;
type Incident = keyof typeof ends;

const happen: Readonly<Record<Incident, (flow: LivingFlow, world: LivingPage, mode: Mode) => Promise<void>>> =
  {
    'close()': (_, { closeFlow }) => closeFlow(),
    async 'the user quits'({ button }) {
      await button('Close').click();
      await button('Leave').click();
    },
    async removed(_, { page }, mode) {
      await page.evaluate(
        (selector) => {
          document.querySelector(selector)?.remove();
        },
        mode === 'inline' ? '#box' : '[data-vendor-orchestration]',
      );
    },
    async 'no network'({ page }, { context }) {
      await context.setOffline(true);
      // Polls, because the event may come before anything listens.
      await expect.poll(() => page.evaluate(() => navigator.onLine), { timeout: 60_000 }).toBe(false);
    },
    async 'away and back'({ page }) {
      await page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
    },
    'taken over': ({ token }, { takeOver }) => takeOver(token),
    // Closes like a user, not like a debugger.
    'the window is closed': ({ page }) => page.close({ runBeforeUnload: true }),
  };

const inPage: readonly Incident[] = [
  'close()',
  'the user quits',
  'removed',
  'no network',
  'away and back',
  'taken over',
];
/** A popup has no element that the page could remove, and its end is reported by the service. */
const inPopup: readonly Incident[] = ['close()', 'the user quits', 'no network'];

/**
 * Returns the incidents to test at a moment. Each pair of moment and incident is tested in one of the modes in the page, so that
 * each mode meets every moment and every incident; `life-cycle.test.ts` tests all combinations without a browser.
 */
function incidentsAt({ alsoInWindow = [] }: Moment, index: number, mode: Mode): readonly Incident[] {
  if (mode === 'popup') return [...inPopup, ...alsoInWindow];
  const parity = mode === 'fullscreen' ? 0 : 1;
  return inPage.filter((_, place) => (place + index) % 2 === parity);
}

let world: LivingPage;
beforeAll(async () => {
  world = await openLivingPage();
});
afterAll(() => world.close());

describe.each(['fullscreen', 'inline', 'popup'] as const)('%s', (mode) => {
  const cells = moments.flatMap((at, index) =>
    incidentsAt(at, index, mode).map((way) => [at.moment, way, at] as const),
  );

  test.each(cells)(
    'leaves nothing in a browser, %s, %s',
    { tags: ['DSDK-14'] },
    async (_, way, { workflow, reach, retriesRelease }) => {
      const { page, context } = world;
      world.cameras('opens');
      world.holdUploads(false);
      const flow = await world.start(mode, workflow);
      await flow.button('Begin').click();
      await reach(flow, world);
      // The page learns of a popup from the service; until then it is still starting.
      await expect.poll(() => world.heard(), { timeout: 60_000 }).toEqual(['opened', 'started']);
      await happen[way](flow, world, mode);
      const heard = ends[way];
      const [told, goesOn] = [heard.replace(' …', ''), heard.endsWith(' …')];
      await expect.poll(async () => (await world.heard()).join(', '), { timeout: 60_000 }).toBe(told);
      if (goesOn) {
        // Without a network, the page's release would not reach the popup, which would then continue without the page.
        if (mode === 'popup') await context.setOffline(false);
        await world.closeFlow();
        expect((await world.heard()).join(', ')).toBe(`${told}, closed`);
      }
      await context.setOffline(false);
      // The page recreates its container.
      if (mode === 'inline' && way === 'removed') {
        await page.evaluate(() => {
          const box = document.createElement('div');
          box.id = 'box';
          box.setAttribute('style', 'height:640px');
          document.querySelector('main')?.after(box);
        });
      }
      // Retries the release until the service answers.
      if (mode === 'popup' || retriesRelease)
        await expect.poll(() => world.left(), { timeout: 60_000 }).toEqual(noTraces);
      else expect(await world.left()).toEqual(noTraces);
      // The popup closes itself, or the page closes it.
      if (mode === 'popup') await expect.poll(() => context.pages().length, { timeout: 30_000 }).toBe(1);
    },
  );
});

test('reports once in the older of two copies of the SDK with one token that the flow continues elsewhere, and keeps it closed', {
  tags: ['DSDK-13', 'DSDK-88'],
}, async () => {
  const { page } = world;
  world.cameras('opens');
  world.holdUploads(false);
  const flow = await world.start('inline', 'form');
  const begun = page.waitForResponse(/\/client\/begin$/);
  await flow.button('Begin').click();
  await flow.field('Full name').fill('Anna');
  await begun;
  await world.startOtherCopy(flow.token);
  const other = page.locator('#other').getByRole('region', { name: 'Identity check' });
  // The session had begun, so the other copy continues it.
  await other.getByRole('button', { name: 'Continue', exact: true }).waitFor();
  await expect.poll(() => world.heard(), { timeout: 60_000 }).toEqual(['opened', 'started', 'error unknown']);
  await page.locator('#box').getByText('Close', { exact: true }).click();
  await expect.poll(() => world.heard()).toEqual(['opened', 'started', 'error unknown', 'closed']);
  await other.getByRole('button', { name: 'Continue', exact: true }).click();
  await other.getByLabel('Full name').waitFor();
  expect(await world.heardByOther()).toEqual(['opened', 'started']);
  await world.closeOtherCopy();
  expect(await world.heardByOther()).toEqual(['opened', 'started', 'closed']);
  expect(await world.heard()).toEqual(['opened', 'started', 'error unknown', 'closed']);
  // Two flows have moved the page's focus, so its final position does not matter here.
  expect({ ...(await world.left()), nodes: [] }).toEqual(noTraces);
});

test.each<[where: string, end: string, leave: (flow: LivingFlow) => Promise<void>]>([
  ['returns to its previous element if it is in the flow', 'Verify', async () => {}],
  [
    'returns to its previous element if a disabled button of the flow dropped it',
    'Verify',
    async ({ button, page }) => {
      await button('Close').evaluate((close: HTMLButtonElement) => {
        close.focus();
        close.disabled = true;
      });
      await page.waitForFunction(() => document.activeElement === document.body);
    },
  ],
  [
    'stays where it is if it had moved to the page, and then to nothing',
    '',
    async ({ page }) => {
      await page.getByLabel('Beside').click();
      await page.getByText('Words of the page').click();
    },
  ],
])('handles the focus at the end of an inline flow: %s', async (_, end, leave) => {
  const { page } = world;
  world.cameras('opens');
  world.holdUploads(false);
  const flow = await world.start('inline', 'form');
  await page.evaluate(() => {
    const beside = document.createElement('aside');
    beside.innerHTML = '<input aria-label="Beside"><p>Words of the page</p>';
    document.querySelector('main')?.before(beside);
  });
  await flow.button('Begin').click();
  await flow.field('Full name').fill('Anna');
  await leave(flow);
  await world.closeFlow();
  const focused = await page.evaluate(() => {
    document.querySelector('aside')?.remove();
    return document.activeElement === document.body ? '' : document.activeElement?.textContent;
  });
  expect(focused).toBe(end);
});
