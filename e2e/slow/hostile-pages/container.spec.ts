import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';

test.describe('container of an inline flow', () => {
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

  test('fills the height that a heading of the container leaves', async ({ openPage, start }) => {
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

  for (const css of ['', 'html { overflow-anchor: none; scroll-behavior: smooth }']) {
    test(`measures a container that has the height of the flow without moving the page: ${css || 'no rules of its own'}`, async ({
      openPage,
      start,
    }) => {
      const page = await openPage(css);
      await addContainer(page, '<div style="height: 2000px"></div><div id="box"></div><p>The end</p>');
      const flow = await start(page, 'box');
      const heightPx = () => flow.root.evaluate((root) => root.getBoundingClientRect().height);
      expect(await heightPx()).toBe(600);
      const moved = await page.evaluate(async () => {
        const frame = () => new Promise(requestAnimationFrame);
        scrollTo({ top: 9999, behavior: 'instant' });
        const fromPx = scrollY;
        document.querySelector('#box')?.insertAdjacentHTML('beforeend', '<p style="height: 9px; margin: 0">');
        // Sizes are measured after the callbacks of an animation frame; that of the new line in the second frame at the latest.
        for (let frames = 0; frames < 4; frames += 1) await frame();
        return scrollY - fromPx;
      });
      expect(moved).toBe(0);
      expect(await heightPx()).toBe(600);
    });
  }

  for (const [html, name] of [
    ['<input id="box">', '<input id="box">'],
    ['<svg id="box" width="400" height="600"></svg>', '<svg id="box">'],
    ['<canvas id="box"></canvas>', '<canvas id="box">'],
    ['<iframe id="box"></iframe>', '<iframe id="box">'],
    ['<template id="box"></template>', '<template id="box">'],
    ['<button id="box"></button>', '<button id="box">'],
    ['<table id="box"></table>', '<table id="box">'],
  ] as const) {
    test(`warns about a container that does not display the flow: ${html}`, async ({ openPage, start }) => {
      const page = await openPage();
      const warnings = warningsOf(page);
      await addContainer(page, html);
      await start(page, 'box');
      await expect
        .poll(() => warnings)
        .toEqual([
          `VendorOrchestration: the container ${name} cannot show the flow; use a block such as <div>.`,
        ]);
    });
  }

  test('warns about a hidden container only once it is shown and too small', async ({ openPage, start }) => {
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
