/** A file of a bundle on this machine. */
export interface BundleFile {
  /** Path within the bundle: letters, digits, `.`, `-` and `_`, with `/` between folders. */
  readonly name: string;
  readonly path: string;
}

/** Sets of files that several instances share. A bundle appears whole or not at all, and never changes under its name. */
export interface BundleStore {
  /** Names of the bundles, sorted. */
  list(): Promise<string[]>;
  /**
   * @returns false when there is a bundle of this name: nothing was stored then.
   * @throws when its parts were removed meanwhile, as of a process that was suspended for a day. Nothing is left.
   */
  publish(name: string, files: readonly BundleFile[]): Promise<boolean>;
  /**
   * Writes the files of a bundle into an empty folder, synced to disk.
   *
   * @returns false when there is no such bundle.
   * @throws {BrokenBundleError} when the bundle is not what this installation published. The folder holds a part of it then.
   */
  fetch(name: string, folder: string): Promise<boolean>;
  /** @returns whether there is such a bundle. @throws {BrokenBundleError} when it is not one of this installation's. */
  has(name: string): Promise<boolean>;
  /** Removes a bundle; nothing happens when there is none. */
  remove(name: string): Promise<void>;
  /**
   * Removes what a process left that died while it published: parts that no bundle names, and that were all stored before a moment.
   *
   * @param before - in ms since 1970.
   * @returns how many parts there were.
   */
  removeUnfinished(before: number): Promise<number>;
}

/** A bundle was changed by somebody, cut off, or published by another installation. */
export class BrokenBundleError extends Error {
  override readonly name = 'BrokenBundleError';
}
