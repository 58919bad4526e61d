import { captureLimits } from '@vendor/contract';
import { cleanWebm } from './clean-webm.ts';
import type { VideoCleaning } from './video-cleaning.ts';

/** First bytes of every EBML file, including WebM. */
const ebml = Buffer.from('1a45dfa3', 'hex');

/** Converts a video recorded by a browser to one that may be stored and displayed. Nothing is decoded. */
export async function cleanVideo(bytes: Uint8Array): Promise<VideoCleaning> {
  if (bytes.byteLength > captureLimits.videoBytes) return { kind: 'refused', refusal: 'UNREADABLE' };
  if (ebml.equals(bytes.subarray(0, ebml.length))) return cleanWebm(bytes);
  // Loaded lazily, because few browsers record MP4.
  const { cleanMp4 } = await import('./clean-mp4.ts');
  return cleanMp4(bytes);
}
