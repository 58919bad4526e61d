import type { Recording } from '../session/ports.ts';

/** Formats that the service accepts, the best first. Safari before 18.4 records only MP4, in H.264. */
const formats = ['video/webm;codecs=vp8', 'video/webm', 'video/mp4;codecs=avc1', 'video/mp4'] as const;

/** Enough to see how a head moves; half a minute stays below 3 MB. */
const bitsPerSecond = 700_000;

/** Interval of the recorder's data, in ms, so that little is lost if it fails. */
const sliceMs = 1_000;

/**
 * Records the video of a stream (MediaStream Recording), without sound.
 *
 * @returns null if the browser supports none of the formats that the service accepts.
 */
export function recordVideo(stream: MediaStream): Recording | null {
  if (typeof MediaRecorder === 'undefined') return null;
  const format = formats.find((type) => MediaRecorder.isTypeSupported?.(type));
  if (format === undefined) return null;
  try {
    return startRecorder(new MediaRecorder(stream, { mimeType: format, videoBitsPerSecond: bitsPerSecond }));
  } catch {
    return null; // supported, but the device has no free encoder
  }
}

function startRecorder(recorder: MediaRecorder): Recording {
  const slices: Blob[] = [];
  let isBroken = false;
  recorder.ondataavailable = ({ data }) => slices.push(data);
  const stopped = new Promise<Blob | null>((resolve) => {
    recorder.onerror = () => {
      isBroken = true;
    };
    recorder.onstop = () => {
      // Removes the codecs from the type, because the service reads those from the file.
      const type = recorder.mimeType.replace(/;.*/, '');
      resolve(isBroken || slices.length === 0 ? null : new Blob(slices, { type }));
    };
  });
  recorder.start(sliceMs);
  return {
    finish() {
      if (recorder.state !== 'inactive') recorder.stop();
      return stopped;
    },
  };
}
