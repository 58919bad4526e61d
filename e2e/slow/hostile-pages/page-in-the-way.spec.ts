import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';
import type { FlowPage } from '../../pages/flow-page.ts';

/** How a flow looks. */
const looksOf = (flow: FlowPage) =>
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
  test(`${rules} do not colour the flow`, async ({ openPage, start }) => {
    const looks = await looksOf(await start(await openPage(css)));
    expect(looks).toEqual(await looksOf(await start(await openPage())));
  });
}

test('an element of the name of the SDK is not taken for it', async ({ openPage, start, stage }) => {
  const page = await openPage();
  await page.evaluate(() => {
    Reflect.deleteProperty(window, 'VendorOrchestration');
    document.body.insertAdjacentHTML('beforeend', '<div id="VendorOrchestration">');
  });
  await page.addScriptTag({ url: `${stage.serviceUrl}/sdk/v1/vendor-orchestration.js` });
  const flow = await start(page);
  await expect(flow.heading).toHaveText('Verify your identity');
});

test.describe('scrolling', () => {
  const close = (page: Page) => page.evaluate(() => VendorOrchestration.close());
  const overflow = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  /** What pages do that lock themselves while a modal of their own is open, as Headless UI does. */
  const setOverflow = (page: Page, value: string) =>
    page.evaluate((given) => {
      document.documentElement.style.overflow = given;
    }, value);

  test('stays held while a modal of the page gives way to the flow, and is free afterwards', async ({
    openPage,
    start,
  }) => {
    const page = await openPage();
    await setOverflow(page, 'hidden');
    await start(page);
    await setOverflow(page, '');
    expect(await overflow(page)).toBe('hidden');
    await close(page);
    expect(await overflow(page)).toBe('visible');
  });

  test('is as a modal of the page has found it, opened over the flow and closed after it', async ({
    openPage,
    start,
  }) => {
    const page = await openPage();
    await start(page);
    const found = await page.evaluate(() => document.documentElement.style.overflow);
    await setOverflow(page, 'hidden');
    await close(page);
    expect(await overflow(page)).toBe('hidden');
    await setOverflow(page, found);
    expect(await overflow(page)).toBe('visible');
  });

  for (const css of [
    'html, body { height: 100%; } body { overflow-x: hidden; }',
    'html, body { height: 100%; } html { overflow-x: hidden; }',
    'html { overflow-y: scroll !important; }',
  ]) {
    test(`never loses its place: ${css}`, async ({ openPage, start }) => {
      const page = await openPage(css);
      const place = () => page.evaluate(() => [scrollY, document.body.scrollTop]);
      await page.evaluate(() => {
        document.body.append(Object.assign(document.createElement('main'), { style: 'height: 3000px' }));
        scrollTo({ top: 1500, behavior: 'instant' });
      });
      const flow = await start(page);
      expect(await place()).toEqual([1500, 0]);
      await flow.root.hover();
      await page.mouse.wheel(0, 500);
      await page.keyboard.press('PageDown');
      await close(page);
      expect(await place()).toEqual([1500, 0]);
    });
  }

  for (const mode of ['fullscreen', 'inline'] as const) {
    test(`goes on within the flow, ${mode}, where the page holds every wheel that it hears of`, async ({
      openPage,
      start,
    }) => {
      const page = await openPage();
      await page.setViewportSize({ width: 320, height: 400 });
      await page.evaluate(() => {
        document.body.innerHTML = '<div id="box" style="height:320px"></div>';
        // As react-remove-scroll does, which the dialogs of Radix carry: it cannot see into a flow within them either.
        for (const type of ['wheel', 'touchmove']) {
          document.addEventListener(type, (event) => event.preventDefault(), { passive: false });
        }
      });
      const flow = await start(page, mode === 'inline' ? 'box' : undefined);
      const scroller = flow.root.locator('.page');
      await scroller.hover();
      await page.mouse.wheel(0, 100);
      await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    });
  }
});

test.describe('a container', () => {
  const addContainer = (page: Page, html: string) =>
    page.evaluate((given) => {
      document.body.innerHTML = given;
    }, html);
  const warningsOf = (page: Page) => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    return warnings;
  };

  test('with a heading of its own gives the flow what is left of its height', async ({ openPage, start }) => {
    const page = await openPage();
    const warnings = warningsOf(page);
    const box = 'id="box" style="width: 480px; height: 640px; overflow: hidden"';
    await addContainer(page, `<div ${box}><h2 style="margin: 0; height: 60px">Verify</h2></div>`);
    const flow = await start(page, 'box');
    const bottom = (element: Element) => element.getBoundingClientRect().bottom;
    expect(await flow.root.evaluate(bottom)).toBe(await page.locator('#box').evaluate(bottom));
    await expect(flow.button('Begin')).toBeInViewport({ ratio: 1 });
    await expect
      .poll(() => warnings)
      .toEqual([
        'VendorOrchestration: the flow has 480×580 px in its container; 400×600 px or more is recommended.',
      ]);

    await page.locator('#box').evaluate((container) => {
      container.insertAdjacentHTML('afterbegin', '<p style="margin: 0; height: 50px">New</p>');
    });
    await expect.poll(() => flow.root.evaluate(bottom)).toBe(await page.locator('#box').evaluate(bottom));
    await page.locator('#box > p').evaluate((line) => line.remove());
    await page.locator('h2').evaluate((heading) => heading.remove());
    await expect.poll(() => flow.root.evaluate((root) => root.getBoundingClientRect().height)).toBe(640);
    expect(warnings).toHaveLength(1);
  });

  for (const [html, name] of [
    ['<input id="box">', '<input id="box">'],
    ['<svg id="box" width="400" height="600"></svg>', '<svg id="box">'],
    ['<canvas id="box"></canvas>', '<canvas id="box">'],
    ['<iframe id="box"></iframe>', '<iframe id="box">'],
    ['<template id="box"></template>', '<template id="box">'],
    ['<button id="box"></button>', '<button id="box">'],
    ['<table id="box"></table>', '<table id="box">'],
  ] as const) {
    test(`that shows nothing of the flow is told of: ${html}`, async ({ openPage, start }) => {
      const page = await openPage();
      const warnings = warningsOf(page);
      await addContainer(page, html);
      await start(page, 'box');
      await expect
        .poll(() => warnings)
        .toEqual([
          `VendorOrchestration: the container ${name} shows nothing of the flow; use a block, a <div> say.`,
        ]);
    });
  }

  test('that is hidden for now is told of when it turns out to be small, no earlier', async ({
    openPage,
    start,
  }) => {
    const page = await openPage();
    const warnings = warningsOf(page);
    await addContainer(
      page,
      '<section hidden><div id="box" style="width: 300px; height: 650px"></div></section>',
    );
    await start(page, 'box');
    await page.locator('section').evaluate((section: HTMLElement) => {
      section.hidden = false;
    });
    await expect
      .poll(() => warnings)
      .toEqual([
        'VendorOrchestration: the flow has 300×650 px in its container; 400×600 px or more is recommended.',
      ]);
  });
});
