/** Fetches the reference images that start requests name by URL. */
export interface ReferenceImages {
  /**
   * Returns whether a fetch from the address can succeed, judged by the address alone.
   *
   * @param address - an absolute http or https URL.
   */
  mayBeAt(address: string): boolean;
  /**
   * Fetches the file at an address that a caller chose. The file is untrusted.
   *
   * @returns null if the address is refused or the response is not usable.
   */
  fetch(address: string, signal: AbortSignal): Promise<Uint8Array | null>;
}
