import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Gallery } from '../../../lab/gallery/gallery.ts';
import { axeTags } from '../../../lab/gallery/pages/page-faults.ts';
import { SUPPORTED_LANGUAGES } from '../src/config/configuration.ts';
import { faultsOfAll, type OpenGallery, startGallery } from './open-gallery.ts';

declare const gallery: Gallery;

/** Findings that axe cannot decide, by rule and reason; each was inspected, and is no barrier for the reason given. */
const lookedAt: Readonly<Record<string, string>> = {
  'color-contrast: pseudoContent':
    'A fading edge above the buttons, or the wheel in a busy one: behind the words is the surface, which the theme measures.',
  'color-contrast: imgNode':
    'Over the camera’s picture: behind the words is a mask or a pill, nearly opaque, whose contrast the theme measures.',
  'color-contrast: bgOverlap':
    'Scrolled under the buttons: behind the words is the surface, before and after.',
  'color-contrast: elmPartiallyObscuring':
    'A dialog higher than its room scrolls: behind the words is its own ground.',
  'color-contrast: emptyValue':
    'A field that is still empty: what is typed is the text on the raised surface, which the theme measures.',
  'heading-order: heading-order':
    'The heading of a screen is its first: the page around the flow is not the flow’s to number.',
};

let screens: OpenGallery;
beforeAll(async () => {
  screens = await startGallery();
});
afterAll(() => screens.close());

/** Lists axe's violations in scenes, its undecided findings that nobody has inspected, and misfits; one line for each. */
async function faultsIn(page: Page, names?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ({ runOnly, wanted }) => {
      const { axe: rules } = globalThis as unknown as { axe: typeof axe };
      const lines: { undecided: string | null; line: string }[] = [];
      for (const name of wanted ?? gallery.names) {
        await gallery.show(name);
        for (const misfit of gallery.misfits()) lines.push({ undecided: null, line: `${name}: ${misfit}` });
        const report = await rules.run(document, { runOnly, resultTypes: ['violations', 'incomplete'] });
        for (const kind of ['violations', 'incomplete'] as const) {
          for (const { id, nodes } of report[kind]) {
            for (const { target, any, all, none } of nodes) {
              const why = [...any, ...all, ...none].map((check) => check.data?.messageKey ?? check.id);
              const undecided = kind === 'incomplete' ? `${id}: ${why.join(', ')}` : null;
              lines.push({ undecided, line: `${name}: ${kind}: ${id}: ${why.join(', ')} at ${target}` });
            }
          }
        }
      }
      return lines;
    },
    { runOnly: axeTags, wanted: names },
  );
  return found
    .filter(({ undecided }) => undecided === null || !Object.hasOwn(lookedAt, undecided))
    .map(({ line }) => line);
}

/**
 * Looks that axe examines: the language with the longest words and a right-to-left one, each in both schemes and both mounts.
 * Each pair of values occurs once.
 */
const looks = [
  ['de', 'light', 'overlay'],
  ['de', 'dark', 'fill'],
  ['ar', 'light', 'fill'],
  ['ar', 'dark', 'overlay'],
] as const;

it.each(looks)(
  'fits every screen into 320 × 568 px and breaks no rule of WCAG 2.2 AA: %s, %s, %s',
  { tags: ['DACC-1', 'DACC-10'] },
  async (language, colorScheme, frame) => {
    const page = await screens.open(`language=${language}&frame=${frame}`, { colorScheme });
    expect(await faultsIn(page)).toEqual([]);
    await page.close();
  },
);

// Other languages have the same markup and colours: only their lengths differ.
it.each(SUPPORTED_LANGUAGES.filter((language) => !looks.some(([examined]) => examined === language)))(
  'fits every screen into 320 × 568 px: %s',
  { tags: ['DACC-10'] },
  async (language) => {
    const page = await screens.open(`language=${language}`);
    expect((await faultsOfAll(page, ['misfits'])).misfits).toEqual([]);
    await page.close();
  },
);

/** Reads the live regions with text that the browser gives a screen reader: urgency and text. */
async function liveWords(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const words = (id: string): string => {
    const node = byId.get(id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value ?? '');
    return (node?.childIds ?? []).map(words).join('');
  };
  return nodes.flatMap(({ nodeId, ignored, properties }) => {
    const live = properties?.find(({ name }) => name === 'live')?.value.value;
    return live && !ignored && words(nodeId) !== '' ? [`${live}: ${words(nodeId)}`] : [];
  });
}

it.each([
  ['camera-hold', 'polite: Good. Hold still'],
  ['camera-denied', 'assertive: The camera is blocked'],
])(
  'announces %s in the accessibility tree with its urgency',
  { tags: ['DACC-6', 'DACC-7'] },
  async (scene, expected) => {
    const page = await screens.open('language=en');
    await page.evaluate((name) => gallery.show(name), scene);
    await expect
      .poll(async () => [...new Set(await liveWords(page))], { timeout: 30_000 })
      .toEqual([expected]);
    await page.close();
  },
);

it('reports a broken rule, and what the rules could not examine', { tags: ['DACC-1'] }, async () => {
  const page = await screens.open('language=en');
  await page.evaluate(() => {
    const { show } = gallery;
    gallery.show = async (name) => {
      await show(name);
      const column = document.querySelector('body > div')?.shadowRoot?.querySelector('.column');
      column?.append(document.createElement('button'), document.createElement('video'));
    };
  });
  const barriers = await faultsIn(page, ['welcome']);
  expect(barriers).toContainEqual(expect.stringMatching(/^welcome: violations: button-name: /));
  expect(barriers).toContainEqual(expect.stringMatching(/^welcome: incomplete: video-caption: /));
  await page.close();
});
