/** What the drawn camera films, in pixels. */
export const frameSize = { widthPx: 1280, heightPx: 720 } as const;
