import type { FlowTheme } from '@vendor/contract';

/** Screens of the flow that the preview can show. */
export const previewScreens = ['welcome', 'document', 'form', 'result'] as const;
export type PreviewScreen = (typeof previewScreens)[number];

/** Message of the panel that sets what the preview shows. */
export interface PreviewOrder {
  readonly kind: 'show';
  readonly screen: PreviewScreen;
  readonly language: string;
  readonly scheme: 'light' | 'dark';
  readonly requester: string;
  readonly theme: FlowTheme;
}

/** Sent by the preview once it is ready to show a screen. */
export const previewReady = 'preview-ready';
