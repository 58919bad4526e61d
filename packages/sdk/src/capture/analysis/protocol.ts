import type { AnalysisFrame, CameraSubject, FrameFindings } from '../../session/ports.ts';

/** What the page sends to the worker. Buffers of pixels are transferred. */
export interface AnalysisRequest {
  readonly id: number;
  readonly frame: AnalysisFrame;
  readonly subject: CameraSubject;
}

/** What the worker answers: first that it is ready, then one answer per request. */
export type AnalysisReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'findings'; readonly id: number; readonly findings: FrameFindings }
  | { readonly kind: 'failed'; readonly id: number };
