import { defaultTheme } from './default-theme.ts';
import type { FlowTheme } from './flow-theme.ts';

type CustomTheme = (config: unknown, signal: AbortSignal) => FlowTheme;

const loadCustomTheme = async (): Promise<CustomTheme> => (await import('./custom-theme.ts')).customTheme;

/**
 * Makes a theme of the configuration's. The colour arithmetic is loaded only for a page that chooses something; when
 * loading it fails, the flow looks as it does by default rather than not at all.
 *
 * @param signal - aborts when the flow is over.
 */
export async function loadTheme(
  config: unknown,
  signal: AbortSignal,
  load = loadCustomTheme,
): Promise<FlowTheme> {
  if (config === undefined || config === null) return defaultTheme;
  try {
    return (await load())(config, signal);
  } catch {
    console.warn('VendorOrchestration: theme could not be loaded; the default look is used.');
    return defaultTheme;
  }
}
