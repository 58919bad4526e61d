import type { Language } from '@vendor/contract';
import { createFlowLanguage, type FlowLanguage } from './flow-language.ts';
import type { Messages } from './messages.ts';
import { applyOverrides } from './overrides.ts';

type LoadMessages = () => Promise<{ readonly messages: Messages }>;

const loadEnglish: LoadMessages = () => import('./locales/en.ts');

/** One lazily loaded file per language. A language that is not here speaks English. */
const locales: { readonly [L in Language]?: LoadMessages } = { en: loadEnglish };

/** A language that is ready to speak, and the overrides that could not be used. */
export interface LoadedLanguage {
  readonly language: FlowLanguage;
  readonly ignoredOverrides: readonly string[];
}

/**
 * Loads the texts of a language. When they are missing or do not arrive, the flow speaks English rather than not at all.
 *
 * @param overrides `messages` of the configuration: own words for single texts.
 * @throws The loading error when not even English arrives.
 */
export async function loadLanguage(
  wanted: Language,
  overrides?: unknown,
  available: { readonly [L in Language]?: LoadMessages } = locales,
): Promise<LoadedLanguage> {
  const load = available[wanted];
  const own = load && wanted !== 'en' ? await load().catch(() => undefined) : undefined;
  const { messages: source } = own ?? (await (available.en ?? loadEnglish)());
  const { messages, ignored } = applyOverrides(source, overrides);
  return { language: createFlowLanguage(own ? wanted : 'en', messages), ignoredOverrides: ignored };
}
