import { resolveBaseAddress } from './base-address.ts';
import type { Configuration, Language } from './configuration.ts';
import { exceptions } from './exceptions.ts';
import { resolveLanguage } from './language.ts';
import { readOption } from './read-option.ts';

/** Place in which the flow is drawn. */
export type Placement =
  | { readonly mode: 'fullscreen' | 'popup' }
  | { readonly mode: 'inline'; readonly container: HTMLElement };

/** A configuration whose values are checked and completed with defaults. */
export interface ParsedConfiguration {
  readonly token: string;
  readonly language: Language;
  /** Theme as the page passed it. Its values are checked when it is applied. */
  readonly theme: unknown;
  readonly placement: Placement;
  readonly baseAddress: string;
  readonly cspNonce: string | undefined;
  /** Nonce with which the flow was started; absent in a page of the service, which stores its nonce with its address. */
  startNonce?: string;
  /** Texts as the page passed them. Each is checked when it is used. */
  readonly messages: unknown;
}

/** Facts from the surroundings, in addition to the page's configuration. */
export interface Surroundings {
  readonly servedFrom: string | undefined;
  readonly regions: Readonly<Record<string, string>>;
  readonly document: Pick<Document, 'getElementById'> | undefined;
}

/**
 * Reads the argument that the page passed to `start`.
 *
 * @param input - a configuration or just the token; untyped pages may pass anything.
 * @throws the exceptions of section 7.4 in this order: configuration, rendering mode, container id, container element.
 */
export function parseConfiguration(input: unknown, surroundings: Surroundings): ParsedConfiguration {
  const option = (name: keyof Configuration) => readOption(input, name);
  const givenToken = typeof input === 'string' ? input : option('token');
  const token = typeof givenToken === 'string' ? givenToken.trim() : '';
  if (!token) throw exceptions.configurationMissing();

  const { address: baseAddress, problem } = resolveBaseAddress({
    ...surroundings,
    baseUrl: option('baseUrl'),
    token,
  });
  if (baseAddress === null) {
    console.error('VendorOrchestration:', problem ?? '`baseUrl` is not set.');
    throw exceptions.configurationMissing();
  }
  const nonce = option('cspNonce');
  return {
    token,
    baseAddress,
    placement: readPlacement(option, surroundings.document),
    language: resolveLanguage(option('language')),
    theme: option('theme'),
    cspNonce: typeof nonce === 'string' ? nonce : undefined,
    messages: option('messages'),
  };
}

function readPlacement(
  option: (name: 'renderingMode' | 'containerId') => unknown,
  document: Surroundings['document'],
): Placement {
  const mode = option('renderingMode') ?? 'fullscreen';
  if (mode !== 'fullscreen' && mode !== 'inline' && mode !== 'popup') throw exceptions.invalidRenderingMode();
  if (mode === 'inline') {
    const id = option('containerId');
    if (typeof id !== 'string' || !id) throw exceptions.containerIdMissing();
    if (document) {
      const container = document.getElementById(id);
      if (container) return { mode, container };
      throw exceptions.containerNotFound(id);
    }
  } else if (document) return { mode };
  throw exceptions.notABrowser();
}
