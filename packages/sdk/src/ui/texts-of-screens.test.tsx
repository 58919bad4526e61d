// @vitest-environment jsdom

import { type DeferredPart, locales } from '@vendor/texts/languages';
import type { Messages } from '@vendor/texts/messages';
import { afterEach, expect, it } from 'vitest';
import type { Scene } from '../../../../lab/gallery/scenes/scene.ts';
import { scenes } from '../../../../lab/gallery/scenes.ts';
import type { Screen } from '../flow/screen.ts';
import type { FlowLanguage } from '../i18n/flow-language.ts';
import { createTranslate } from '../i18n/translate.ts';
import { type DrawnFlow, drawFlow } from '../testing/draw-flow.tsx';
import { spokenInEnglish } from '../testing/english.ts';
import { fakeView } from '../testing/flow-view.ts';

/** Screens that load before the capture screens, and must not use their texts. */
const early: readonly Screen['kind'][] = ['loading', 'welcome', 'leaving', 'problem', 'processing', 'result'];
/** Screens drawn by other code with texts of its own. */
const drawnElsewhere: readonly Screen['kind'][] = ['hosted-page', 'hand-off'];

const { messages: frame, ...deferred } = await locales.en();

let flow: DrawnFlow;
afterEach(() => flow.remove());

/** Loads English without the texts of other parts, and records the keys that were requested before they loaded. */
function loadPartially(hasCapture: boolean) {
  const missing: string[] = [];
  const speaking = async (...parts: DeferredPart[]) => {
    const arrived = await Promise.all(parts.map((part) => deferred[part]()));
    const texts: Partial<Messages> = Object.assign({}, frame, ...arrived.map(({ messages }) => messages));
    const watched = new Proxy(texts, {
      get(target, key: keyof Messages) {
        if (!(key in target)) missing.push(key);
        return target[key];
      },
    });
    return { ...spokenInEnglish(), t: createTranslate(watched, 'en', 'ltr') };
  };
  const language = async (): Promise<FlowLanguage> => ({
    ...(await (hasCapture ? speaking('capture') : speaking())),
    loadStepTexts: (step) => speaking('capture', step),
  });
  return { missing, language };
}

it.each(Object.entries<Scene>(scenes).filter(([, { screen }]) => !drawnElsewhere.includes(screen.kind)))(
  'uses only texts that have loaded with the screen: %s',
  async (_, { screen, live, quitAsked = false }) => {
    const { missing, language } = loadPartially(!early.includes(screen.kind));
    const view = fakeView(screen, live);
    view.progress.value = 0.5;
    view.canGoBack.value = true;
    view.quitAsked.value = quitAsked;
    flow = await drawFlow(view, { language: await language() });
    expect(flow.root.querySelector('h1')?.textContent).toBeTruthy();
    if (screen.kind !== 'loading')
      expect(flow.root.querySelector('.scene [aria-busy]:not(button)')).toBeNull();
    expect(missing).toEqual([]);
  },
);
