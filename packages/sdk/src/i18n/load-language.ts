import type { Language } from '@vendor/contract';
import { createFlowLanguage, type FlowLanguage } from './flow-language.ts';
import { type LoadLocale, locales } from './locales.ts';
import type { Messages } from './messages.ts';
import { applyOverrides } from './overrides.ts';

/** The texts of the capture screens are asked for so often before English stands in for them. */
const CAPTURE_TRIES = 3;

/** What the keys of the texts begin with that hardly anybody sees: most flows never load them. */
const RARE_KEYS = /^(hosted|handOff)\./;

type Frame = Awaited<ReturnType<LoadLocale>>;

/** Waits for texts, and answers undefined once they have taken too long. */
type Wait = <Loaded>(loading: Promise<Loaded>) => Promise<Loaded | undefined>;

/**
 * Loads the texts of a language, twice if need be. When that fails, or takes too long, the flow speaks English rather than not
 * at all. It goes on doing so when they arrive after all: nobody's screen changes its language, or its direction, under their eyes.
 *
 * @param overrides `messages` of the configuration: own words for single texts. Those that cannot be used are named in the
 *   console once all texts are known.
 * @param wait - how long whatever English can stand in for is waited for; for good where it is not given.
 * @throws The loading error when not even English arrives.
 */
export async function loadLanguage(
  wanted: Language,
  overrides?: unknown,
  wait: Wait = (loading) => loading,
  available: typeof locales = locales,
): Promise<FlowLanguage> {
  const frameOf = (language: Language) => available[language]().catch(available[language]);
  const own = wanted === 'en' ? undefined : await wait(frameOf(wanted)).catch(() => undefined);
  const language = own ? wanted : 'en';
  const first = own ?? (await frameOf('en'));
  const { messages: frame } = first;

  const captureOf = async ({ capture }: Frame) => {
    const { messages, more } = await capture();
    const later = await Promise.all(more());
    return Object.assign({}, messages, ...later.map((texts) => texts.messages)) as Partial<Messages>;
  };
  let failures = 0;
  const loadCaptureMessages = async () => {
    const own = await wait(captureOf(first)).catch((failure) => {
      failures += 1;
      if (failures < CAPTURE_TRIES) throw failure;
      return undefined;
    });
    const capture = own ?? (await captureOf(await frameOf('en')));
    const { messages, ignored } = applyOverrides({ ...frame, ...capture }, overrides);
    for (const key of ignored) {
      if (!RARE_KEYS.test(key)) console.warn(`VendorOrchestration: messages.${key} is not used.`);
    }
    return messages;
  };
  const rarely = (part: 'offer' | 'handOff') => async () => {
    const own = await wait(first[part]()).catch(() => undefined);
    const { messages } = own ?? (await (await frameOf('en'))[part]());
    return applyOverrides({ ...frame, ...messages }, overrides).messages;
  };
  return createFlowLanguage(language, applyOverrides(frame, overrides).messages, {
    capture: loadCaptureMessages,
    offer: rarely('offer'),
    handOff: rarely('handOff'),
  });
}
