import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gallery } from '../../../lab/gallery/gallery.ts';
import { faultsOfAll, type OpenGallery, smallPhone, startGallery } from './open-gallery.ts';

declare const gallery: Gallery;

let screens: OpenGallery;
beforeAll(async () => {
  screens = await startGallery();
});
afterAll(() => screens.close());

it('notices misfits', { tags: ['DACC-10'] }, async () => {
  const page = await screens.open('language=de', { viewport: { width: 180, height: 568 } });
  const misfits = await page.evaluate(async () => {
    await gallery.show('camera-denied');
    return gallery.misfits();
  });
  expect(misfits.length).toBeGreaterThan(0);
  await page.close();
});

it('notices a company’s own word that is broken, and ignores names of files', async () => {
  const page = await screens.open('language=en');
  const [own, names] = await page.evaluate(async () => {
    const misfitsOf = async (scene: string) => {
      await gallery.show(scene);
      const style = document.createElement('style');
      style.textContent = 'bdi { display: block; width: 2em; overflow-wrap: anywhere }';
      document.querySelector('body > div')?.shadowRoot?.append(style);
      return gallery.misfits();
    };
    return [await misfitsOf('evidence-instruct'), await misfitsOf('evidence-list')];
  });
  await page.close();
  // A word of the title, and one of the instructions.
  expect(own).toEqual(expect.arrayContaining(['“income” is broken off', '“readable.” is broken off']));
  expect(names).toEqual([]);
});

describe.each([
  ['1280 × 800 px at 400 % zoom', 'language=en', { viewport: { width: 320, height: 200 } }],
  ['1280 × 800 px at 400 % zoom, in German', 'language=de', { viewport: { width: 320, height: 200 } }],
  ['a phone on its side, in German', 'language=de', { viewport: { width: 844, height: 390 } }],
  ['a desktop', 'language=en', { viewport: { width: 1280, height: 800 } }],
  ['a container of the page', 'language=ar&frame=fill', { viewport: { width: 1280, height: 800 } }],
  ['forced colours', 'language=en', { forcedColors: 'active' }],
  ['forced dark colours', 'language=ar', { forcedColors: 'active', colorScheme: 'dark' }],
  ['texts longer by two fifths', 'language=en&long', {}],
  ['text enlarged to 200 %', 'language=en&text=2', { viewport: { width: 390, height: 844 } }],
] as const satisfies [string, string, BrowserContextOptions][])(
  'the gallery with %s',
  (_, query, options) => {
    let faults: Awaited<ReturnType<typeof faultsOfAll>>;
    beforeAll(async () => {
      const page = await screens.open(query, options);
      faults = await faultsOfAll(page, ['movements', 'misfits', 'controls']);
      await page.close();
    });

    it('cuts nothing, and scrolls nothing sideways', { tags: ['DACC-10'] }, () => {
      expect(faults.misfits).toEqual([]);
    });

    it('makes every control reachable by keyboard, with a visible focus', { tags: ['DACC-4'] }, () => {
      expect(faults.controls).toEqual([]);
    });

    it('animates nothing for users who prefer reduced motion', { tags: ['DACC-11'] }, () => {
      expect(faults.movements).toEqual([]);
    });
  },
);

it('cuts nothing with text enlarged to 200 % on 320 px in German, although a long word may break', async () => {
  const page = await screens.open('language=de&text=2', { viewport: { width: 320, height: 568 } });
  const { misfits } = await faultsOfAll(page, ['misfits']);
  expect(misfits.filter((fault) => !fault.endsWith('is broken off'))).toEqual([]);
  await page.close();
});

it('notices a control that has no ring, is covered, or looks like text', {
  tags: ['DACC-4'],
}, async () => {
  const page = await screens.open('language=en', { forcedColors: 'active' });
  const faults = await page.evaluate(async () => {
    const faultsWith = async (css: string) => {
      await gallery.show('instruct');
      const style = document.createElement('style');
      style.textContent = css;
      document.querySelector('body > div')?.shadowRoot?.append(style);
      return gallery.controls();
    };
    return [
      await faultsWith('.frame button:focus { outline-width: 2px !important }'),
      await faultsWith('.actions { overflow: hidden; padding: 0 }'),
      await faultsWith('.content { position: relative; z-index: 9; margin-bottom: -400px }'),
      await faultsWith('.frame .button { border: 0 !important }'),
    ];
  });
  await page.close();
  const kinds = ['shows no ring', 'has a ring that is cut', 'lies under something', 'looks like text'];
  expect(faults.map((found, kind) => found.some((fault) => fault.endsWith(kinds[kind]!)))).toEqual(
    kinds.map(() => true),
  );
});

it('shows with forced colours which switches of the camera are on', async () => {
  const page = await screens.open('language=en', { forcedColors: 'active' });
  const [off, on, inverted] = await page.evaluate(async () => {
    const colourOf = async (scene: string, property = '') => {
      await gallery.show(scene);
      const root = document.querySelector('body > div')?.shadowRoot;
      const control = root?.querySelector<HTMLElement>('.round[aria-pressed]');
      if (!control) throw new Error(`The scene ${scene} has no switch.`);
      if (property) control.style.setProperty('background', property, 'important');
      return getComputedStyle(control).backgroundColor;
    };
    return [
      await colourOf('camera-hold'),
      await colourOf('camera-hint'),
      await colourOf('camera-hint', 'ButtonText'),
    ];
  });
  await page.close();
  expect(on).toBe(inverted);
  expect(on).not.toBe(off);
});

it('notices a multi-line field that is too low to press, or without a ring', async () => {
  const page = await screens.open('language=en');
  const [misfits, controls] = await page.evaluate(async () => {
    await gallery.show('form');
    const style = document.createElement('style');
    style.textContent =
      '.frame textarea { height: 40px !important; min-height: 0 !important; outline: none !important }';
    document.querySelector('body > div')?.shadowRoot?.append(style);
    return [gallery.misfits(), gallery.controls()];
  });
  await page.close();
  expect(misfits).toEqual([expect.stringContaining('is too small to press')]);
  expect(controls).toContainEqual(expect.stringContaining('shows no ring'));
});

it('notices animations', { tags: ['DACC-11'] }, async () => {
  const page = await screens.open('language=en', { reducedMotion: 'no-preference' });
  await page.evaluate(() => gallery.show('processing'));
  expect(await page.evaluate(() => gallery.movements())).toContain('.working moves');
  await page.close();
});

it('mirrors the layout in Arabic', { tags: ['DSDK-41'] }, async () => {
  const page = await screens.open('language=ar');
  const places = await page.evaluate(async () => {
    await gallery.show('instruct-back');
    const root = document.querySelector('body > div')?.shadowRoot;
    const middleOf = (selector: string) => {
      const { left, width } = root?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return left + width / 2;
    };
    const back = root?.querySelector('.pointing');
    return {
      page: [document.documentElement.lang, document.documentElement.dir],
      back: middleOf('.header-side:first-child button'),
      close: middleOf('.header-side:last-child button'),
      done: middleOf('.bar-done'),
      icon: middleOf('.point-icon'),
      words: middleOf('.point-words'),
      arrow: back && getComputedStyle(back).transform,
      whole: await wholeButton(),
    };

    async function wholeButton(): Promise<number> {
      await gallery.show('review');
      const { left = 0, width = 0 } =
        document
          .querySelector('body > div')
          ?.shadowRoot?.querySelector('.taken button')
          ?.getBoundingClientRect() ?? {};
      return left + width / 2;
    }
  });
  expect(places.page).toEqual(['en', '']);
  expect(places.back).toBeGreaterThan(places.close);
  expect(places.done).toBeGreaterThan(smallPhone.width / 2);
  expect(places.icon).toBeGreaterThan(places.words);
  expect(places.whole).toBeLessThan(smallPhone.width / 2);
  expect(places.arrow).toBe('matrix(-1, 0, 0, 1, 0, 0)');
  await page.close();
});

it('shows camera picture, outline and pictures of documents in Arabic as in English', {
  tags: ['DSDK-76'],
}, async () => {
  const placesIn = async (language: string) => {
    const page = await screens.open(`language=${language}`);
    const places = await page.evaluate(async () => {
      const root = () => document.querySelector('body > div')?.shadowRoot;
      const lookAt = (selector: string) => {
        const element = root()?.querySelector(selector);
        if (!element) throw new Error(`There is no ${selector}.`);
        const { left, width } = element.getBoundingClientRect();
        return { selector, left, width, transform: getComputedStyle(element).transform };
      };
      await gallery.show('camera-hint');
      const camera = [
        '.picture',
        '.live',
        '.mask',
        '.window',
        '.ghost, .found',
        '.line',
        '.corner.first',
      ].map(lookAt);
      await gallery.show('instruct');
      return [...camera, ...['.scene-drawing', '.scene-drawing .code', '.scene-drawing .band'].map(lookAt)];
    });
    await page.close();
    return places;
  };
  expect(await placesIn('ar')).toEqual(await placesIn('en'));
});
