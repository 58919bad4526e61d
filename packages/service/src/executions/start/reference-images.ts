/** Gets the pictures that start requests name by their address. */
export interface ReferenceImages {
  /**
   * Whether a file can be got there at all, as far as the address alone tells.
   *
   * @param address - an absolute http or https URL.
   */
  mayBeAt(address: string): boolean;
  /**
   * The file at an address that a caller chose; never trusted.
   *
   * @returns null when there is none to be had: the address is refused or answers nothing usable, for whatever reason.
   */
  fetch(address: string, signal: AbortSignal): Promise<Uint8Array | null>;
}
