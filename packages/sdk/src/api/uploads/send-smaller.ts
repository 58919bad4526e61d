import type { StoredCapture } from '@vendor/contract';
import { ServiceFailure } from '../../session/service-failure.ts';
import { reportBlocked } from '../report-blocked.ts';
import { type ShrinkPicture, smallPictureBytes } from './small-picture.ts';

/** Knowledge about the network path, kept for later uploads. */
export interface Route {
  /** Only small pictures get through. */
  isNarrow: boolean;
  /** A large picture was lost before, perhaps by chance. */
  wasLost: boolean;
  /** The integrator was told of a blocked upload. */
  isTold: boolean;
}

/** An upload that was cut off, or probably would be. */
export interface CutUpload {
  readonly picture: Blob;
  /** Sends a capture; it counts as blocked after `maxCuts` cut attempts. */
  readonly send: (capture: Blob, maxCuts: number) => Promise<StoredCapture>;
  /** Whether a smaller version of the picture can be made. */
  readonly isLarge: boolean;
  readonly shrinkPicture: ShrinkPicture | undefined;
  /** Failure of the upload that was cut off; undefined if it was not attempted. */
  readonly cut: unknown;
  readonly route: Route;
}

/**
 * Sends a smaller version of a picture that something on the way to the service blocks.
 *
 * @throws ServiceFailure: `blocked` if the smaller version is blocked, too, or cannot be made.
 */
export async function sendSmaller(upload: CutUpload): Promise<StoredCapture> {
  const { picture, isLarge, send, shrinkPicture, route } = upload;
  const cut = upload.cut as ServiceFailure | undefined;
  const logOnce = (failure: ServiceFailure, sent: readonly Blob[], passed?: Blob) => {
    if (!route.isTold)
      reportBlocked(
        failure.status,
        sent.map(({ size }) => size),
        passed?.size,
      );
    route.isTold = true;
  };
  if (!isLarge) {
    if (cut) logOnce(cut, [picture]);
    throw cut;
  }
  const smaller = (await shrinkPicture?.(picture, smallPictureBytes).catch(() => null)) ?? picture;
  try {
    const stored = await send(smaller, cut ? 1 : 2);
    if (cut && smaller !== picture) {
      // One lost connection proves nothing; a second lost picture does.
      route.isNarrow = cut.status > 0 || route.wasLost;
      route.wasLost = true;
      logOnce(cut, [picture], smaller);
    }
    return stored;
  } catch (failure) {
    if (failure instanceof ServiceFailure && failure.kind === 'blocked')
      logOnce(failure, cut ? [picture, smaller] : [smaller]);
    throw failure;
  }
}
