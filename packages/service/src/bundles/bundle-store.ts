/** A file of a bundle on this machine. */
export interface BundleFile {
  /** Path within the bundle: letters, digits, `.`, `-` and `_`, with `/` between folders. */
  readonly name: string;
  readonly path: string;
}

/** Sets of files that several instances share. A bundle appears completely or not at all, and its content never changes. */
export interface BundleStore {
  /** Lists the names of the bundles, sorted. */
  list(): Promise<string[]>;
  /**
   * Stores a bundle.
   *
   * @returns false if the name is taken; nothing was stored then.
   * @throws if its parts were removed meanwhile, as after the process was suspended for a day. Nothing is left.
   */
  publish(name: string, files: readonly BundleFile[]): Promise<boolean>;
  /**
   * Writes the files of a bundle into an empty folder, and flushes them to the disk.
   *
   * @returns false if the bundle does not exist.
   * @throws {BrokenBundleError} if the bundle is not what this installation published. The folder then contains a part of it.
   */
  fetch(name: string, folder: string): Promise<boolean>;
  /**
   * @returns whether the bundle exists.
   * @throws {BrokenBundleError} if it was not published by this installation.
   */
  has(name: string): Promise<boolean>;
  /** Removes a bundle if it exists. */
  remove(name: string): Promise<void>;
  /**
   * Removes what processes left that died while publishing: the parts of each publication that no bundle names, if all parts of
   * that publication were stored before a given time.
   *
   * @param before - in ms since 1970.
   * @returns the number of removed parts.
   */
  removeUnfinished(before: number): Promise<number>;
}

/** Thrown if a bundle was changed, is incomplete, or was published by another installation. */
export class BrokenBundleError extends Error {
  override readonly name = 'BrokenBundleError';
}
