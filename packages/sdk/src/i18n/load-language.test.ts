import { type DeferredPart, type LoadLocale, locales } from '@vendor/texts/languages';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createOptionalWait, optionalLoadTimeoutMs } from '../session/load-timeouts.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { loadLanguage } from './load-language.ts';

const offline = () => Promise.reject(new Error('offline'));

/** Fails a number of times, then loads. */
function flaky<Loaded>(failures: number, load: () => Promise<Loaded>): () => Promise<Loaded> {
  let left = failures;
  return () => (left-- > 0 ? offline() : load());
}

type Frame = Awaited<ReturnType<LoadLocale>>;

/** Returns the locales with some parts of German replaced. */
const withGerman = (german: Partial<Frame>) => ({
  ...locales,
  de: async () => ({ ...(await locales.de()), ...german }),
});

/** Loads like the flow, with three attempts at most. */
async function loadWithRetries<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  await expect(load()).rejects.toThrow('offline');
  await expect(load()).rejects.toThrow('offline');
  return load();
}

/** Returns the keys of unusable overrides, once the console has named them. */
async function unusedWords(): Promise<readonly string[]> {
  await import('./warn-unused.ts');
  await import('./warn-unused.ts');
  return vi.mocked(console.warn).mock.calls.map(([words]) => words);
}

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
] as const)(
  'loads the texts of %s',
  {
    tags: ['S4.5-30', 'S4.5-31', 'S4.5-32', 'S4.5-33', 'S4.5-34', 'S4.5-35', 'S4.5-36', 'S4.5-37', 'DSDK-41'],
  },
  async (wanted, begin, openCamera, direction) => {
    const language = await loadLanguage(wanted);
    expect([language.language, language.direction]).toEqual([wanted, direction]);
    expect(language.t('welcome.begin')).toBe(begin);
    await language.loadTexts('capture');
    expect(language.t('instruct.camera')).toBe(openCamera);
  },
);

it('loads each part of the texts on demand', async () => {
  const { messages, ...parts } = await locales.de();
  const spied = Object.fromEntries(
    Object.entries(parts).map(([part, load]) => [part, vi.fn<() => Promise<unknown>>(load)]),
  );
  const loadedParts = () => Object.keys(spied).filter((part) => spied[part]?.mock.calls.length);
  const language = await loadLanguage('de', undefined, undefined, withGerman(spied));
  expect([loadedParts(), language.t('instruct.camera')]).toEqual([[], '']);
  await language.loadTexts('capture');
  expect([loadedParts(), language.t('instruct.camera')]).toEqual([['capture'], 'Kamera öffnen']);
  const { t } = await language.loadStepTexts('form');
  expect([loadedParts(), t('form.continue')]).toEqual([['capture', 'form'], 'Weiter']);
});

it.each([
  ['selfie', 'selfie.timer', 'Selbstauslöser'],
  ['collect', 'collect.file', 'Datei auswählen'],
  ['form', 'form.continue', 'Weiter'],
] as const)(
  'loads the texts of a step together with those of the capture screens: %s',
  async (step, key, german) => {
    const language = await loadLanguage('de');
    const spoken = await language.loadStepTexts(step);
    expect([spoken.t(key), spoken.t('action.tryAgain')]).toEqual([german, 'Erneut versuchen']);
    expect(spoken).toMatchObject({ language: 'de', intlTag: 'de', direction: 'ltr' });
  },
);

it('loads the texts that lead to the hosted page separately, with overrides', async () => {
  const language = await loadLanguage('de', { 'hosted.open': 'Los' });
  await language.loadTexts('offer');
  expect([language.t('hosted.open'), language.t('hosted.again')]).toEqual([
    'Los',
    'Fenster noch einmal öffnen',
  ]);
  expect(language.t('instruct.camera')).toBe('');
  await language.loadTexts('capture');
  expect(await unusedWords()).toEqual([]);
});

it('falls back to English for the texts that lead to the hosted page', async () => {
  const language = await loadLanguage('de', undefined, undefined, withGerman({ offer: offline }));
  await loadWithRetries(() => language.loadTexts('offer'));
  expect(language.t('hosted.open')).toBe('Open the window');
});

it('falls back to English for all texts of a step that cannot be loaded, and for no other', async () => {
  const language = await loadLanguage('de', undefined, undefined, withGerman({ form: offline }));
  await language.loadTexts('capture');
  const form = await loadWithRetries(() => language.loadStepTexts('form'));
  const selfie = await language.loadStepTexts('selfie');
  expect([form.t('form.continue'), form.t('action.tryAgain')]).toEqual(['Continue', 'Try again']);
  expect([selfie.t('selfie.timer'), selfie.t('action.tryAgain')]).toEqual([
    'Selbstauslöser',
    'Erneut versuchen',
  ]);
  expect(language.t('action.tryAgain')).toBe('Erneut versuchen');
});

it('loads a step completely in its language after the capture screens fell back to English', async () => {
  const capture = flaky(3, (await locales.de()).capture);
  const language = await loadLanguage('de', undefined, undefined, withGerman({ capture }));
  await loadWithRetries(() => language.loadTexts('capture'));
  const { t } = await language.loadStepTexts('selfie');
  expect([t('selfie.timer'), t('action.tryAgain')]).toEqual(['Selbstauslöser', 'Erneut versuchen']);
  expect(language.t('action.tryAgain')).toBe('Try again');
});

it('rejects if not even English texts of a step can be loaded, and retries when called again', async () => {
  const english = { ...(await locales.en()), form: flaky(4, (await locales.en()).form) };
  const language = await loadLanguage('en', undefined, undefined, { ...locales, en: async () => english });
  await expect(loadWithRetries(() => language.loadStepTexts('form'))).rejects.toThrow('offline');
  expect((await language.loadStepTexts('form')).t('form.continue')).toBe('Continue');
});

it('tries a second time before it falls back to English', async () => {
  const language = await loadLanguage('de', undefined, undefined, { ...locales, de: flaky(1, locales.de) });
  expect(language.language).toBe('de');
});

it('falls back to English as a whole if the texts cannot be loaded', async () => {
  const language = await loadLanguage('ar', undefined, undefined, {
    ...locales,
    ar: offline,
  });
  await language.loadTexts('capture');
  expect([language.language, language.direction, language.intlTag]).toEqual(['en', 'ltr', 'en']);
  expect([language.t('welcome.begin'), language.t('instruct.camera')]).toEqual(['Begin', 'Open the camera']);
});

describe('texts that never load', () => {
  const stalled = () => new Promise<never>(() => {});

  /** Loads German with a part that stalls, on a simulated clock. */
  function withStalled(part: 'frame' | DeferredPart) {
    const clock = fakeClock();
    const life = new AbortController();
    const wait = createOptionalWait(clock, life.signal);
    const english = vi.fn(locales.en);
    const german = part === 'frame' ? { ...locales, de: stalled } : withGerman({ [part]: stalled });
    const available = { ...german, en: english };
    return { clock, life, english, loading: loadLanguage('de', undefined, wait, available) };
  }

  it('falls back to English after 8 seconds', async () => {
    const { clock, loading, english } = withStalled('frame');
    await clock.advance(optionalLoadTimeoutMs - 1);
    expect(english).not.toHaveBeenCalled();
    await clock.advance(1);
    const language = await loading;
    await language.loadTexts('capture');
    expect([language.language, language.t('welcome.begin'), language.t('instruct.camera')]).toEqual([
      'en',
      'Begin',
      'Open the camera',
    ]);
  });

  it.each([
    ['capture', 'instruct.camera', 'Open the camera'],
    ['offer', 'hosted.open', 'Open the window'],
    ['handOff', 'handOff.offer', 'Use your phone instead'],
  ] as const)(
    'falls back to English for a deferred part (%s) after 8 seconds',
    async (part, key, english) => {
      const { clock, loading } = withStalled(part);
      const language = await loading;
      const loaded = language.loadTexts(part);
      await clock.advance(optionalLoadTimeoutMs);
      await loaded;
      expect([language.t('welcome.begin'), language.t(key)]).toEqual(['Beginnen', english]);
    },
  );

  it('falls back to English for the screens of a step after 8 seconds', async () => {
    const { clock, loading } = withStalled('form');
    const language = await loading;
    await language.loadTexts('capture');
    const loaded = language.loadStepTexts('form');
    await clock.advance(optionalLoadTimeoutMs);
    expect((await loaded).t('form.continue')).toBe('Continue');
    expect(language.t('instruct.camera')).toBe('Kamera öffnen');
  });

  it('does not load English after the flow has ended', async () => {
    const { clock, life, english, loading } = withStalled('frame');
    const settled = vi.fn();
    loading.finally(settled);
    life.abort();
    await clock.advance(optionalLoadTimeoutMs);
    expect([english.mock.calls, settled.mock.calls, clock.sleeping()]).toEqual([[], [], 0]);
  });
});

it('follows the usage of the United Arab Emirates in Arabic, with Latin digits', {
  tags: ['DSDK-41', 'DSDK-75'],
}, async () => {
  expect(await loadLanguage('ar')).toMatchObject({ intlTag: 'ar-AE-u-nu-latn' });
});

it('rejects only if not even English can be loaded', async () => {
  await expect(
    loadLanguage('de', undefined, undefined, { ...locales, de: offline, en: offline }),
  ).rejects.toThrow('offline');
});

it('loads the texts of the capture screens when called again', async () => {
  const language = await loadLanguage(
    'de',
    undefined,
    undefined,
    withGerman({ capture: flaky(2, (await locales.de()).capture) }),
  );
  await loadWithRetries(() => language.loadTexts('capture'));
  expect(language.t('instruct.camera')).toBe('Kamera öffnen');
});

it('falls back to English for the capture screens at the third failure', async () => {
  const language = await loadLanguage('de', undefined, undefined, withGerman({ capture: offline }));
  await loadWithRetries(() => language.loadTexts('capture'));
  expect([language.t('welcome.begin'), language.t('instruct.camera')]).toEqual([
    'Beginnen',
    'Open the camera',
  ]);
});

it.each(Object.keys(locales) as (keyof typeof locales)[])(
  'applies overrides in %s',
  { tags: ['DSDK-78'] },
  async (wanted) => {
    const language = await loadLanguage(wanted, {
      'welcome.begin': 'Go',
      'retry.triesLeft': '{count} left',
      'instruct.camera': 'Camera',
      'form.continue': 'On',
      'collect.missing': '{count} to come',
    });
    expect(language.t('welcome.begin')).toBe('Go');
    await language.loadTexts('capture');
    expect([language.t('instruct.camera'), language.t('retry.triesLeft', { count: 1 })]).toEqual([
      'Camera',
      wanted === 'ar' ? '\u20681\u2069 left' : '1 left',
    ]);
    const form = await language.loadStepTexts('form');
    const collect = await language.loadStepTexts('collect');
    expect([
      form.t('form.continue'),
      collect.t('collect.missing', { count: 1 }),
      collect.t('instruct.camera'),
    ]).toEqual(['On', wanted === 'ar' ? '\u20681\u2069 to come' : '1 to come', 'Camera']);
  },
);

it('warns of each unusable override once, when the texts that it would replace have loaded', {
  tags: ['DSDK-78'],
}, async () => {
  const language = await loadLanguage('it', {
    'no.such': 'x',
    'welcome.title': 7,
    'instruct.camera': 'Go',
    'selfie.titel': 'x',
    'form.continue': 7,
    'collect.file': 'Scegli',
  });
  expect(await unusedWords()).toEqual([]);
  await language.loadTexts('capture');
  const first = [
    'VendorOrchestration: messages.no.such is not used.',
    'VendorOrchestration: messages.welcome.title is not used.',
  ];
  expect(await unusedWords()).toEqual(first);
  for (const step of ['selfie', 'collect', 'form'] as const) await language.loadStepTexts(step);
  expect(await unusedWords()).toEqual([
    ...first,
    'VendorOrchestration: messages.selfie.titel is not used.',
    'VendorOrchestration: messages.form.continue is not used.',
  ]);
});
