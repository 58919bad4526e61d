/** Proxies that limit bodies allow 1 MB (nginx: 1,048,576 bytes) unless told otherwise: a picture of this size gets through. */
export const smallPictureBytes = 900_000;

/** Makes a picture of at most so many bytes; null where print could not be read in it any more. */
export type ShrinkPicture = (picture: Blob, largestBytes: number) => Promise<Blob | null>;
