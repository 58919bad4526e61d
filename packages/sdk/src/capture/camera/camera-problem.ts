import type { CameraFailure } from '../../session/ports.ts';

/**
 * By the name of the exception that `getUserMedia` rejects with (Media Capture and Streams, 10.2.1). All others mean that the
 * system or another program holds the device (`NotReadableError`, `AbortError`), or the document is not the active one.
 */
const problemByName: ReadonlyMap<unknown, CameraFailure['problem']> = new Map([
  /** The user, an earlier answer of theirs, or a policy refused. */
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'forbidden'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  /** `mediaDevices` is missing or the call is malformed: only so outside of a secure context. */
  ['TypeError', 'forbidden'],
]);

/**
 * Maps a camera error to a problem for the user.
 *
 * @param error - rejection of `getUserMedia`.
 * @param allowedByPolicy - whether the page's Permissions Policy allows the camera; the error does not tell.
 */
export function classifyCameraError(error: unknown, allowedByPolicy: boolean): CameraFailure['problem'] {
  if (!allowedByPolicy) return 'forbidden';
  return problemByName.get((error as { name?: unknown } | null)?.name) ?? 'busy';
}
