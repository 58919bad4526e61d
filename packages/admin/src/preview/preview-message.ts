import type { FlowTheme } from '@vendor/contract';

/** Screens of the flow that can be looked at. */
export const previewScreens = ['welcome', 'document', 'form', 'result'] as const;
export type PreviewScreen = (typeof previewScreens)[number];

/** Message of the panel that names what the preview shows. */
export interface PreviewOrder {
  readonly kind: 'show';
  readonly screen: PreviewScreen;
  readonly language: string;
  readonly scheme: 'light' | 'dark';
  readonly requester: string;
  readonly theme: FlowTheme;
}

/** Sent by the preview once it can show something. */
export const previewReady = 'preview-ready';
