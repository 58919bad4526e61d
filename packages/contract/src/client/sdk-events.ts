/** Statuses of the event `completed` (section 6.2). */
export const completionTypes = ['success', 'pending', 'failed', 'unknown'] as const;
export type CompletionType = (typeof completionTypes)[number];

/** Codes of the event `error` (section 7.3). */
export const sdkErrorCodes = [
  'error_code_1',
  'error_code_3',
  'error_code_4',
  'error_code_5',
  'error_code_6',
  'unknown',
] as const;
export type SdkErrorCode = (typeof sdkErrorCodes)[number];

export { type Language, languages } from '@vendor/texts/languages';

/** How the flow is shown (section 4.5). */
export const renderingModes = ['fullscreen', 'popup', 'inline'] as const;
export type RenderingMode = (typeof renderingModes)[number];
