import { captureLimits } from '@vendor/contract';
import { cleanWebm } from './clean-webm.ts';
import type { VideoCleaning } from './video-cleaning.ts';

/** First bytes of every file in EBML, WebM among them. */
const ebml = Buffer.from('1a45dfa3', 'hex');

/** Makes of a film as browsers record it one that may be kept and shown. Nothing is decoded. */
export async function cleanVideo(bytes: Uint8Array): Promise<VideoCleaning> {
  if (bytes.byteLength > captureLimits.videoBytes) return { kind: 'refused', refusal: 'UNREADABLE' };
  if (ebml.equals(bytes.subarray(0, ebml.length))) return cleanWebm(bytes);
  // Loaded with the first such film: few browsers record them.
  const { cleanMp4 } = await import('./clean-mp4.ts');
  return cleanMp4(bytes);
}
