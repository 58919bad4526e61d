/** Size of a frame of the drawn camera, in pixels. */
export const frameSize = { widthPx: 1280, heightPx: 720 } as const;
