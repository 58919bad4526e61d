/**
 * Errors with which `start` rejects (section 7.4 of the API). The messages are part of the interface, because pages compare
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
  /** Missing from section 7.4, like the next two. Thrown where there is no page, such as on a server. */
  notABrowser: () => new Error('The flow can only be started in a browser.'),
  /** Thrown for every other failure, such as code that did not load or that took too long. */
  interfaceNotLoaded: () => new Error('The user interface could not be loaded.'),
  /**
   * Thrown if, before the flow opened, the page closed it or removed its container, or the user closed its popup. Has the name
   * of the platform's abort errors.
   */
  aborted: () => new DOMException('The flow was closed before it opened.', 'AbortError'),
} as const;

/** Failure of a start for which the page receives a particular exception. Any other failure is unexpected. */
export class StartRefused extends Error {
  /** Error with which `start` rejects. */
  declare readonly exception: Error;
  /** Whether the token was refused, which also emits an `error` event. */
  declare readonly unauthorized: boolean;

  constructor(exception: Error, unauthorized = false) {
    super();
    this.exception = exception;
    this.unauthorized = unauthorized;
  }
}

/**
 * Returns whether a failure is a {@link StartRefused}. Does not use `instanceof`, because the script tag's entry and its chunks
 * each have their own copy of the class.
 */
export function isStartRefused(failure: unknown): failure is StartRefused {
  return 'exception' in Object(failure);
}
