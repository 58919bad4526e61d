/**
 * The errors that `start` rejects with (section 7.4 of the API). The messages are part of the interface: pages compare
 * them.
 */
export const exceptions = {
  alreadyRunning: () => new Error('IDV flow is already running.'),
  configurationMissing: () => new Error('Configuration is not set.'),
  initFailed: (status: number, statusText: string) =>
    new Error(`Failed to initialize client: ${status} ${statusText}`),
  invalidInitResponse: () => new Error('Invalid response from client init.'),
  containerIdMissing: () => new Error('Container ID is required for inline rendering.'),
  containerNotFound: (id: string) => new Error(`Container element with id '${id}' not found.`),
  invalidRenderingMode: () => new Error('Invalid rendering mode specified.'),
  popupBlocked: () => new Error('Failed to open popup window. Please allow popups and try again.'),
  /** Beyond section 7.4: what cannot happen in a supported browser with a supported configuration. */
  notABrowser: () => new Error('The flow can only be started in a browser.'),
  interfaceNotLoaded: () => new Error('The user interface could not be loaded.'),
  /** `close` was called before the flow was open. Named as the platform names an aborted operation. */
  aborted: () => new DOMException('The flow was closed before it opened.', 'AbortError'),
} as const;

/** Why a start failed, where the page is told a particular exception. Anything else is unforeseen. */
export class StartRefused extends Error {
  /** Error that `start` rejects with. */
  declare readonly exception: Error;
  /** Whether the token is to blame, which is an `error` event as well. */
  declare readonly unauthorized: boolean;

  constructor(exception: Error, unauthorized = false) {
    super();
    this.exception = exception;
    this.unauthorized = unauthorized;
  }
}

/**
 * Whether a failure is a {@link StartRefused}. Not by `instanceof`: the script tag's entry and the chunks that it loads have a class
 * of their own each.
 */
export function isStartRefused(failure: unknown): failure is StartRefused {
  return 'exception' in Object(failure);
}
