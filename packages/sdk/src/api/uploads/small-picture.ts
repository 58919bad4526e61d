/** Proxies that limit bodies allow 1 MB (nginx: 1,048,576 bytes) unless told otherwise: a picture of this size gets through. */
export const smallPictureBytes = 900_000;

/** Shrinks a picture to a number of bytes; null if print would no longer be legible. */
export type ShrinkPicture = (picture: Blob, largestBytes: number) => Promise<Blob | null>;
