import type { StoredCapture } from '@vendor/contract';
import { ServiceFailure } from '../../session/service-failure.ts';
import { reportBlocked } from '../report-blocked.ts';
import { type ShrinkPicture, smallPictureBytes } from './small-picture.ts';

/** Kept for the uploads that follow. */
export interface Route {
  /** Only small pictures get through. */
  isNarrow: boolean;
  /** A large picture was lost before, which may have been chance. */
  wasLost: boolean;
  /** The integrator was told of a cut. */
  isTold: boolean;
}

/** An upload that was cut off, or would be. */
export interface CutUpload {
  readonly picture: Blob;
  /** Sends it, and takes it for blocked after so many tries that were cut off. */
  readonly send: (capture: Blob, mostCuts: number) => Promise<StoredCapture>;
  /** Whether it is a picture that a smaller version can be made of. */
  readonly isLarge: boolean;
  readonly shrinkPicture: ShrinkPicture | undefined;
  /** The failure of the upload that was cut off; undefined when it was not tried. */
  readonly cut: unknown;
  readonly route: Route;
}

/**
 * Sends a smaller version of a picture that something on the way to the service does not let through.
 *
 * @throws ServiceFailure: `blocked` when that does not get through either, or there is none.
 */
export async function sendSmaller(upload: CutUpload): Promise<StoredCapture> {
  const { picture, isLarge, send, shrinkPicture, route } = upload;
  const cut = upload.cut as ServiceFailure | undefined;
  const tell = (failure: ServiceFailure, sent: readonly Blob[], passed?: Blob) => {
    if (!route.isTold)
      reportBlocked(
        failure.status,
        sent.map(({ size }) => size),
        passed?.size,
      );
    route.isTold = true;
  };
  if (!isLarge) {
    if (cut) tell(cut, [picture]);
    throw cut;
  }
  const smaller = (await shrinkPicture?.(picture, smallPictureBytes).catch(() => null)) ?? picture;
  try {
    const stored = await send(smaller, cut ? 1 : 2);
    if (cut && smaller !== picture) {
      // A lost connection is no proof: one picture after another is.
      route.isNarrow = cut.status > 0 || route.wasLost;
      route.wasLost = true;
      tell(cut, [picture], smaller);
    }
    return stored;
  } catch (failure) {
    if (failure instanceof ServiceFailure && failure.kind === 'blocked')
      tell(failure, cut ? [picture, smaller] : [smaller]);
    throw failure;
  }
}
