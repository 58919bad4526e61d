import { defaultTheme } from './default-theme.ts';
import type { FlowTheme } from './flow-theme.ts';

/** Waits for the code, and answers undefined once it has taken too long. */
type Wait = (loading: Promise<CustomTheme>) => Promise<CustomTheme | undefined>;

type CustomTheme = (config: unknown, signal: AbortSignal) => FlowTheme;

const loadCustomTheme = async (): Promise<CustomTheme> => (await import('./custom-theme.ts')).customTheme;

/**
 * Makes a theme of the configuration's. The colour arithmetic is loaded only for a page that chooses something; when
 * loading it fails, or takes too long, the flow looks as it does by default rather than not at all.
 *
 * @param signal - aborts when the flow is over.
 * @param wait - how long the code is waited for.
 */
export async function loadTheme(
  config: unknown,
  signal: AbortSignal,
  wait: Wait,
  load = loadCustomTheme,
): Promise<FlowTheme> {
  if (config === undefined || config === null) return defaultTheme;
  try {
    const customTheme = await wait(load());
    if (customTheme) return customTheme(config, signal);
  } catch {
    // Handled like a time-out.
  }
  console.warn('VendorOrchestration: theme could not be loaded; the default look is used.');
  return defaultTheme;
}
