import { randomUUID } from 'node:crypto';

/** Creates a new reference for the media store. */
export function createMediaRef(): string {
  return randomUUID();
}

/** Returns whether a text is a media reference. */
export function isMediaRef(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/**
 * Rejects anything that is not a media reference, such as a path, before it reaches a file system or bucket.
 *
 * @throws {RangeError} if the text is not a reference, which is a bug and never the fault of a request.
 */
export function assertMediaRef(ref: string): void {
  if (!isMediaRef(ref)) throw new RangeError('Not a media reference.');
}
