/**
 * Identity verification in the browser.
 *
 * @packageDocumentation
 */

import { serviceOrigin } from './config/base-address.ts';
import { createOrchestration } from './create-orchestration.ts';
import type { Orchestration } from './orchestration.ts';
import { version } from './version.ts';

// Language names are at the end of the entry, where they compress better.

import { locales } from '@vendor/texts/languages';

/**
 * The verification flow of the page.
 *
 * @example
 * VendorOrchestration.on('completed', (status) => showOutcome(status));
 * await VendorOrchestration.start({ token });
 */
export const VendorOrchestration: Orchestration = /* @__PURE__ */ createOrchestration({
  version,
  // Undefined in the build for bundlers.
  servedFrom: () => (import.meta.url === undefined ? undefined : serviceOrigin(import.meta.url)),
  loadShell: () => import('./shell.ts'),
  fetchAhead: ({ language, theme }) =>
    Promise.all([
      locales[language](),
      theme !== undefined && theme !== null && import('./theme/custom-theme.ts'),
    ]),
  loadPopup: () => import('./popup/popup-flow.ts'),
  loadCheck: () => import('./preflight/check-device.ts'),
});

/** The same as `VendorOrchestration.preflight`. */
export const preflight: Orchestration['preflight'] = (options) => VendorOrchestration.preflight(options);

export {
  type Configuration,
  type Language,
  type RenderingMode,
  SUPPORTED_LANGUAGES,
} from './config/configuration.ts';
export type { CompletionTypes, ErrorCodes, SdkEventName, SdkEvents } from './events/sdk-events.ts';
export type { Orchestration } from './orchestration.ts';
export type {
  PreflightCode,
  PreflightFinding,
  PreflightOptions,
  PreflightReport,
} from './preflight/finding.ts';
export { checkTheme } from './theme/check-theme.ts';
export type { ThemeFinding } from './theme/finding.ts';
export type { SchemeConfig, ThemeConfig } from './theme/theme-config.ts';
export { version } from './version.ts';
