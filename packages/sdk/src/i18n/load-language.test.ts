import { beforeEach, describe, expect, it, vi } from 'vitest';
import { longestWishMs, waitBriefly } from '../session/in-time.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { loadLanguage } from './load-language.ts';
import { type LoadLocale, locales } from './locales.ts';

const offline = () => Promise.reject(new Error('offline'));

/** Fails as often as told, then loads. */
function flaky<Loaded>(failures: number, load: () => Promise<Loaded>): () => Promise<Loaded> {
  let left = failures;
  return () => (left-- > 0 ? offline() : load());
}

type Frame = Awaited<ReturnType<LoadLocale>>;

/** German, of whose texts a part is had otherwise. */
const withGerman = (german: Partial<Frame>) => ({
  ...locales,
  de: async () => ({ ...(await locales.de()), ...german }),
});

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

it.each([
  ['en', 'Begin', 'Open the camera', 'ltr'],
  ['de', 'Beginnen', 'Kamera öffnen', 'ltr'],
  ['es', 'Empezar', 'Abrir la cámara', 'ltr'],
  ['fr', 'Commencer', 'Ouvrir l’appareil photo', 'ltr'],
  ['it', 'Inizia', 'Apri la fotocamera', 'ltr'],
  ['pt', 'Começar', 'Abrir a câmera', 'ltr'],
  ['hu', 'Kezdés', 'Kamera megnyitása', 'ltr'],
  ['ar', 'ابدأ', 'فتح الكاميرا', 'rtl'],
  ['zh', '开始', '打开相机', 'ltr'],
] as const)('speaks %s', async (wanted, begin, openCamera, direction) => {
  const language = await loadLanguage(wanted);
  expect([language.language, language.direction]).toEqual([wanted, direction]);
  expect(language.t('welcome.begin')).toBe(begin);
  await language.loadCaptureTexts();
  expect(language.t('instruct.camera')).toBe(openCamera);
});

it('loads the texts of the capture screens only when they are asked for', async () => {
  const capture = vi.fn((await locales.de()).capture);
  const language = await loadLanguage('de', undefined, undefined, withGerman({ capture }));
  expect(language.t('instruct.camera')).toBe('');
  expect(capture).not.toHaveBeenCalled();
});

it('loads the texts of the way to the hosted page by themselves, own words among them', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const language = await loadLanguage('de', { 'hosted.open': 'Los' });
  await language.loadOfferTexts();
  expect([language.t('hosted.open'), language.t('hosted.again')]).toEqual([
    'Los',
    'Fenster noch einmal öffnen',
  ]);
  expect(language.t('instruct.camera')).toBe('');
  await language.loadCaptureTexts();
  expect(warn).not.toHaveBeenCalled();
});

it('offers the hosted page in English rather than not at all', async () => {
  const language = await loadLanguage('de', undefined, undefined, withGerman({ offer: offline }));
  await language.loadOfferTexts();
  expect(language.t('hosted.open')).toBe('Open the window');
});

it('tries a second time before it gives a language up', async () => {
  const language = await loadLanguage('de', undefined, undefined, { ...locales, de: flaky(1, locales.de) });
  expect(language.language).toBe('de');
});

it('speaks English as a whole when the texts do not arrive', async () => {
  const language = await loadLanguage('ar', undefined, undefined, {
    ...locales,
    ar: offline,
  });
  await language.loadCaptureTexts();
  expect([language.language, language.direction, language.intlTag]).toEqual(['en', 'ltr', 'en']);
  expect([language.t('welcome.begin'), language.t('instruct.camera')]).toEqual(['Begin', 'Open the camera']);
});

describe('texts that do not come, and do not fail', () => {
  const stalled = () => new Promise<never>(() => {});

  /** Loads German, of which a part stalls, by a clock that is held. */
  function withStalled(part: 'frame' | 'capture' | 'offer' | 'handOff') {
    const clock = fakeClock();
    const life = new AbortController();
    const wait = waitBriefly(clock, life.signal);
    const english = vi.fn(locales.en);
    const german = part === 'frame' ? { ...locales, de: stalled } : withGerman({ [part]: stalled });
    const available = { ...german, en: english };
    return { clock, life, english, loading: loadLanguage('de', undefined, wait, available) };
  }

  it('are spoken in English after 8 seconds', async () => {
    const { clock, loading, english } = withStalled('frame');
    await clock.advance(longestWishMs - 1);
    expect(english).not.toHaveBeenCalled();
    await clock.advance(1);
    const language = await loading;
    await language.loadCaptureTexts();
    expect([language.language, language.t('welcome.begin'), language.t('instruct.camera')]).toEqual([
      'en',
      'Begin',
      'Open the camera',
    ]);
  });

  it.each([
    ['capture', 'loadCaptureTexts', 'instruct.camera', 'Open the camera'],
    ['offer', 'loadOfferTexts', 'hosted.open', 'Open the window'],
    ['handOff', 'loadHandOffTexts', 'handOff.offer', 'Use your phone instead'],
  ] as const)('of a later part (%s) are English after 8 seconds', async (part, load, key, english) => {
    const { clock, loading } = withStalled(part);
    const language = await loading;
    const loaded = language[load]();
    await clock.advance(longestWishMs);
    await loaded;
    expect([language.t('welcome.begin'), language.t(key)]).toEqual(['Beginnen', english]);
  });

  it('are asked for in no other language once the flow is over', async () => {
    const { clock, life, english, loading } = withStalled('frame');
    const settled = vi.fn();
    loading.finally(settled);
    life.abort();
    await clock.advance(longestWishMs);
    expect([english.mock.calls, settled.mock.calls, clock.sleeping()]).toEqual([[], [], 0]);
  });
});

it('follows the usage of the United Arab Emirates with Latin digits in Arabic', async () => {
  expect(await loadLanguage('ar')).toMatchObject({ intlTag: 'ar-AE-u-nu-latn' });
});

it('fails only when not even English arrives', async () => {
  await expect(
    loadLanguage('de', undefined, undefined, { ...locales, de: offline, en: offline }),
  ).rejects.toThrow('offline');
});

it('lets the texts of the capture screens be asked for again', async () => {
  const language = await loadLanguage(
    'de',
    undefined,
    undefined,
    withGerman({ capture: flaky(2, (await locales.de()).capture) }),
  );
  await expect(language.loadCaptureTexts()).rejects.toThrow('offline');
  await expect(language.loadCaptureTexts()).rejects.toThrow('offline');
  await language.loadCaptureTexts();
  expect(language.t('instruct.camera')).toBe('Kamera öffnen');
});

it('puts English in for the texts of the capture screens when they do not arrive the third time', async () => {
  const language = await loadLanguage('de', undefined, undefined, withGerman({ capture: offline }));
  await expect(language.loadCaptureTexts()).rejects.toThrow('offline');
  await expect(language.loadCaptureTexts()).rejects.toThrow('offline');
  await language.loadCaptureTexts();
  expect([language.t('welcome.begin'), language.t('instruct.camera')]).toEqual([
    'Beginnen',
    'Open the camera',
  ]);
});

it.each(Object.keys(locales) as (keyof typeof locales)[])('takes own words in %s', async (wanted) => {
  const language = await loadLanguage(wanted, {
    'welcome.begin': 'Go',
    'retry.triesLeft': '{count} left',
    'instruct.camera': 'Camera',
  });
  expect(language.t('welcome.begin')).toBe('Go');
  await language.loadCaptureTexts();
  expect([language.t('instruct.camera'), language.t('retry.triesLeft', { count: 1 })]).toEqual([
    'Camera',
    wanted === 'ar' ? '\u20681\u2069 left' : '1 left',
  ]);
});

it('names own words that it cannot use once all texts are known, each once', async () => {
  const language = await loadLanguage('it', { 'no.such': 'x', 'welcome.title': 7, 'instruct.camera': 'Go' });
  expect(console.warn).not.toHaveBeenCalled();
  await language.loadCaptureTexts();
  expect(vi.mocked(console.warn).mock.calls).toEqual([
    ['VendorOrchestration: messages.no.such is not used.'],
    ['VendorOrchestration: messages.welcome.title is not used.'],
  ]);
});
