import type { Language } from '@vendor/contract';
import { createFlowLanguage, type FlowLanguage } from './flow-language.ts';
import { locales } from './locales.ts';
import { applyOverrides } from './overrides.ts';

/** The texts of the capture screens are asked for so often before English stands in for them. */
const CAPTURE_TRIES = 3;

/**
 * Loads the texts of a language, twice if need be. When they do not arrive, the flow speaks English rather than not at all.
 *
 * @param overrides `messages` of the configuration: own words for single texts. Those that cannot be used are named in the
 *   console once all texts are known.
 * @throws The loading error when not even English arrives.
 */
export async function loadLanguage(
  wanted: Language,
  overrides?: unknown,
  available: typeof locales = locales,
): Promise<FlowLanguage> {
  const frameOf = (language: Language) =>
    available[language].frame().catch(() => available[language].frame());
  const own = wanted === 'en' ? undefined : await frameOf(wanted).catch(() => undefined);
  const language = own ? wanted : 'en';
  const { messages: frame } = own ?? (await frameOf('en'));

  let failures = 0;
  const loadCaptureMessages = async () => {
    const { messages: capture } = await available[language].capture().catch((failure) => {
      failures += 1;
      if (failures < CAPTURE_TRIES) throw failure;
      return available.en.capture();
    });
    const { messages, ignored } = applyOverrides({ ...frame, ...capture }, overrides);
    for (const key of ignored) console.warn(`VendorOrchestration: messages.${key} is not used.`);
    return messages;
  };
  return createFlowLanguage(language, applyOverrides(frame, overrides).messages, loadCaptureMessages);
}
