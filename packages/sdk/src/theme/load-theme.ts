import { defaultTheme } from './default-theme.ts';
import type { FlowTheme } from './flow-theme.ts';

/** Waits for the code; resolves to undefined after a time-out. */
type Wait = (loading: Promise<CustomTheme>) => Promise<CustomTheme | undefined>;

type CustomTheme = (config: unknown, signal: AbortSignal) => FlowTheme;

const loadCustomTheme = async (): Promise<CustomTheme> => (await import('./custom-theme.ts')).customTheme;

/**
 * Creates the theme of the configuration. The code for colours is loaded only for pages that configure a theme. If loading
 * fails or times out, the flow uses the default theme.
 *
 * @param signal - aborts when the flow ends.
 * @param wait - limits the time to load the code.
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
