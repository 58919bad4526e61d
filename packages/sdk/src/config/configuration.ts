import { languages } from '@vendor/texts/languages';
import type { MessageOverrides } from '../i18n/overrides.ts';
import type { ThemeConfig } from '../theme/theme-config.ts';

/** Languages of the flow, as BCP 47 primary subtags. */
export const SUPPORTED_LANGUAGES = languages;

/** A language of the flow. `ar` follows the usage of the United Arab Emirates. */
export type Language = (typeof SUPPORTED_LANGUAGES)[number];

/** How the flow is shown. */
export type RenderingMode = 'fullscreen' | 'popup' | 'inline';

/**
 * Configuration of `VendorOrchestration.start`.
 *
 * @example await VendorOrchestration.start({ token, language: 'de', theme: { light: { baseAccent: '#0b5fff' } } });
 */
export interface Configuration {
  /** The session token that your backend got from `init-workflow`. */
  readonly token: string;
  /** A language tag; regions are ignored (`de-AT` is `de`). Missing or unsupported: `en`. */
  readonly language?: string | undefined;
  /** Colours, logo and font, for light and dark; the scheme follows the user's `prefers-color-scheme`. */
  readonly theme?: ThemeConfig | undefined;
  /**
   * `fullscreen` covers the viewport, `inline` fills the element named by `containerId`, and `popup` opens a window: for that,
   * call `start` in the user's gesture, or the browser blocks it. Default `fullscreen`.
   */
  readonly renderingMode?: RenderingMode | undefined;
  /**
   * Id of the element that contains the flow; required by `inline`. It must exist before `start`, with 400 × 600 px or more.
   */
  readonly containerId?: string | undefined;
  /** Address of the service, such as `https://verify.example.com`. Not needed if the service itself served the script. */
  readonly baseUrl?: string | undefined;
  /** The page's Content-Security-Policy nonce, for browsers that need a style element. */
  readonly cspNonce?: string | undefined;
  /** Your own words for any text of the flow, by key. */
  readonly messages?: MessageOverrides | undefined;
}
