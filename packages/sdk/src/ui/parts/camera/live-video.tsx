import { useLayoutEffect, useRef } from 'preact/hooks';

interface LiveVideoProps {
  readonly stream: MediaStream | null;
  /** Whether the video stands still, because the picture was taken. */
  readonly frozen: boolean;
}

/** Length of the vibration that confirms a picture, in ms. */
const CONFIRMATION_MS = 40;

/** Plays a stream. Hidden from screen readers, which announce the hints instead. */
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
      // iOS pauses the video when a call comes and does not resume it, but users cannot aim with a still picture.
      onPause={() => frozen || video.current?.play().catch(() => {})}
    />
  );
}
