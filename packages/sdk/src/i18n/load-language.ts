import type { Language } from '@vendor/contract';
import { type DeferredPart, type LoadLocale, locales } from '@vendor/texts/languages';
import type { Messages } from '@vendor/texts/messages';
import { createFlowLanguage, type FlowLanguage } from './flow-language.ts';
import { applyOverrides } from './overrides.ts';

/** Number of attempts to load deferred texts before English replaces them. */
const TRIES = 3;

/** Texts of the frame, which are needed first, and the loaders of the other parts. */
type Frame = Awaited<ReturnType<LoadLocale>>;

/** Waits for texts; resolves to undefined after a time-out. */
type Wait = <Loaded>(loading: Promise<Loaded>) => Promise<Loaded | undefined>;

/**
 * Loads the texts of a language, with one retry. If that fails or takes too long, the flow is in English, and stays so if they
 * arrive later: no screen changes its language or direction while it is shown.
 *
 * @param overrides `messages` of the configuration. Unusable ones are named in the console once the texts that they would
 *   replace are known.
 * @param wait - limits the wait for texts that English can replace; unlimited by default.
 * @throws The loading error if not even English loads.
 */
export async function loadLanguage(
  wanted: Language,
  overrides?: unknown,
  wait: Wait = (loading) => loading,
  available: typeof locales = locales,
): Promise<FlowLanguage> {
  const loadFrame = (language: Language) => available[language]().catch(available[language]);
  const own = wanted === 'en' ? undefined : await wait(loadFrame(wanted)).catch(() => undefined);
  const first = own ?? (await loadFrame('en'));
  const { messages: frame } = first;
  const failures: { [Part in DeferredPart]?: number } = {};

  const load = async (...parts: DeferredPart[]) => {
    const last = parts[parts.length - 1] as DeferredPart;
    const own = await wait(loadParts(first, parts)).catch((failure) => {
      failures[last] = (failures[last] ?? 0) + 1;
      if (failures[last] < TRIES) throw failure;
      return undefined;
    });
    const deferred = own ?? (await loadParts(await loadFrame('en'), parts));
    const { messages, ignored } = applyOverrides({ ...frame, ...deferred }, overrides);
    // Only the developer of the page needs this warning.
    if (ignored[0])
      import('./warn-unused.ts').then(
        ({ warnUnused }) => warnUnused(last, ignored),
        () => {},
      );
    return messages;
  };
  return createFlowLanguage(own ? wanted : 'en', applyOverrides(frame, overrides).messages, load);
}

async function loadParts(from: Frame, parts: readonly DeferredPart[]): Promise<Partial<Messages>> {
  const arrived = await Promise.all(parts.map((part) => from[part]()));
  return Object.assign({}, ...arrived.map(({ messages }) => messages));
}
