import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutViewfinder, type ViewfinderSpace } from './viewfinder-layout.ts';

const PASSPORT = 125 / 88;
const phone: ViewfinderSpace = {
  frame: { width: 390, height: 844 },
  stage: { left: 0, top: 160, width: 390, height: 520 },
  picture: { width: 1080, height: 1920 },
  aspect: PASSPORT,
};
const desktopSheet: ViewfinderSpace = {
  frame: { width: 440, height: 752 },
  stage: { left: 0, top: 160, width: 440, height: 440 },
  picture: { width: 1280, height: 720 },
  aspect: PASSPORT,
};

it('fills a phone with an upright picture', () => {
  expect(layOutViewfinder(phone).picture).toEqual({ left: 0, top: 0, width: 390, height: 844 });
});

it('shows a webcam’s wide picture across an upright sheet, so that small print keeps its pixels', () => {
  const { picture, window } = layOutViewfinder(desktopSheet);
  expect(picture).toEqual({ left: 0, top: 215, width: 440, height: 330 });
  // The window spans this many camera pixels: enough for the print of a passport (18 px per character).
  const scale = picture.height / desktopSheet.picture.height;
  expect(window.width / scale).toBeGreaterThan(850);
});

it('fills a phone held sideways', () => {
  const lying = layOutViewfinder({
    frame: { width: 844, height: 390 },
    stage: { left: 0, top: 100, width: 720, height: 290 },
    picture: { width: 1920, height: 1080 },
    aspect: PASSPORT,
  });
  expect(lying.picture).toEqual({ left: 0, top: 0, width: 844, height: 390 });
});

describe('the window', () => {
  const space = fc.record({
    frameWidth: fc.integer({ min: 300, max: 2000 }),
    frameHeight: fc.integer({ min: 300, max: 2000 }),
    top: fc.integer({ min: 0, max: 120 }),
    bottom: fc.integer({ min: 0, max: 120 }),
    picture: fc.constantFrom(
      { width: 640, height: 480 },
      { width: 1280, height: 720 },
      { width: 1080, height: 1920 },
    ),
    aspect: fc.constantFrom(PASSPORT, 85.6 / 54),
  });

  it('gives the window the shape of the document, inside stage and picture, in any frame', () => {
    fc.assert(
      fc.property(space, ({ frameWidth, frameHeight, top, bottom, picture, aspect }) => {
        const stage = { left: 0, top, width: frameWidth, height: frameHeight - top - bottom };
        const layout = layOutViewfinder({
          frame: { width: frameWidth, height: frameHeight },
          stage,
          picture,
          aspect,
        });
        const { window } = layout;
        expect(window.width / window.height).toBeCloseTo(aspect, 6);
        for (const box of [stage, layout.picture]) {
          expect(window.left).toBeGreaterThanOrEqual(box.left);
          expect(window.top).toBeGreaterThanOrEqual(box.top - 1e-9);
          expect(window.left + window.width).toBeLessThanOrEqual(box.left + box.width);
          expect(window.top + window.height).toBeLessThanOrEqual(box.top + box.height + 1e-9);
        }
      }),
    );
  });

  it('fits the window into a narrow strip', () => {
    const strip = { width: 667, height: 60 };
    const { window } = layOutViewfinder({
      frame: { width: 667, height: 300 },
      stage: { left: 0, top: 120, ...strip },
      picture: { width: 1080, height: 1920 },
      aspect: PASSPORT,
    });
    expect(window.height).toBeGreaterThan(15);
  });

  it('limits the size of the window', () => {
    const { window } = layOutViewfinder({
      ...desktopSheet,
      frame: { width: 1920, height: 1080 },
      stage: { left: 0, top: 0, width: 1920, height: 1080 },
    });
    expect(window.width).toBe(620);
  });
});
