import { useLayoutEffect, useRef } from 'preact/hooks';

interface LiveVideoProps {
  readonly stream: MediaStream | null;
  /** The picture stands still: it has been taken. */
  readonly frozen: boolean;
}

/** Length of the vibration that confirms a picture, in milliseconds. */
const CONFIRMATION_MS = 40;

/** Plays a stream. Screen readers hear the hints instead. */
export function LiveVideo({ stream, frozen }: LiveVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  useLayoutEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  useLayoutEffect(() => {
    if (!frozen) return;
    video.current?.pause();
    navigator.vibrate?.(CONFIRMATION_MS);
  }, [frozen]);
  return (
    <video
      class="live"
      ref={video}
      autoPlay
      muted
      playsInline
      disablePictureInPicture
      aria-hidden="true"
      tabIndex={-1}
      // iOS pauses it when a call comes, and forgets to go on: nobody aims by a picture that stands still.
      onPause={() => frozen || video.current?.play().catch(() => {})}
    />
  );
}
