import type { PackedCornerNet } from '@vendor/vision';
import type { AnalysisFrame, CameraSubject, FrameFindings } from '../../session/ports.ts';

/** What the page sends to the worker at first. */
export interface AnalysisStart {
  readonly net: PackedCornerNet;
}

/** What it sends from then on. Buffers of pixels are transferred. */
export interface AnalysisRequest {
  readonly id: number;
  readonly frame: AnalysisFrame;
  readonly subject: CameraSubject;
}

/** What the worker answers: first that it is ready, once it has been handed the net, then one answer per request. */
export type AnalysisReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'findings'; readonly id: number; readonly findings: FrameFindings }
  | { readonly kind: 'failed'; readonly id: number };
