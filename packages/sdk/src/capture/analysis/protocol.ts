import type { PackedCornerNet } from '@vendor/vision';
import type { AnalysisFrame, CameraSubject, FrameFindings } from '../../session/ports.ts';

/** First message of the page to the worker. */
export interface AnalysisStart {
  readonly net: PackedCornerNet;
}

/** Messages of the page from then on. Buffers of pixels are transferred. */
export interface AnalysisRequest {
  readonly id: number;
  readonly frame: AnalysisFrame;
  readonly subject: CameraSubject;
}

/** Answers of the worker: first that it is ready, once it has been handed the net, then one answer per request. */
export type AnalysisReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'findings'; readonly id: number; readonly findings: FrameFindings }
  | { readonly kind: 'failed'; readonly id: number };
