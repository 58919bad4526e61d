import type { PackedCornerNet } from '@vendor/vision';
import type { AnalysisFrame, CameraSubject, FrameFindings } from '../../session/ports.ts';

/** First message from the page to the worker. */
export interface AnalysisStart {
  readonly net: PackedCornerNet;
}

/** All further messages from the page. Pixel buffers are transferred. */
export interface AnalysisRequest {
  readonly id: number;
  readonly frame: AnalysisFrame;
  readonly subject: CameraSubject;
}

/** Replies of the worker: first that it is ready, once it has the net, then one reply per request. */
export type AnalysisReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'findings'; readonly id: number; readonly findings: FrameFindings }
  | { readonly kind: 'failed'; readonly id: number };
