import type { FlowTheme } from '@vendor/contract';

/** Screens of the flow that can be looked at. */
export const previewScreens = ['welcome', 'document', 'form', 'result'] as const;
export type PreviewScreen = (typeof previewScreens)[number];

/** What the panel asks the preview to show. */
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
