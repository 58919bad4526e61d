import type { CameraFailure } from '../../session/ports.ts';

/**
 * Problems by the name of the exception with which `getUserMedia` rejects (Media Capture and Streams, 10.2.1). All other names
 * mean that the system or another program holds the device (`NotReadableError`, `AbortError`), or that the document is not the
 * active one.
 */
const problemByName: ReadonlyMap<unknown, CameraFailure['problem']> = new Map([
  /** Refused by the user, by an earlier answer of the user, or by a policy. */
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'forbidden'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  /** `mediaDevices` is missing or the call is malformed, which only happens outside a secure context. */
  ['TypeError', 'forbidden'],
]);

/**
 * Maps a camera error to a problem for the user.
 *
 * @param error - rejection of `getUserMedia`.
 * @param allowedByPolicy - whether the page's Permissions Policy allows the camera, which the error does not reveal.
 */
export function classifyCameraError(error: unknown, allowedByPolicy: boolean): CameraFailure['problem'] {
  if (!allowedByPolicy) return 'forbidden';
  return problemByName.get((error as { name?: unknown } | null)?.name) ?? 'busy';
}
