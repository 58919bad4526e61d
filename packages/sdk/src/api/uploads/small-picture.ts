/** Size of a picture that passes proxies with their default body limit of 1 MB (nginx: 1,048,576 bytes), in bytes. */
export const smallPictureBytes = 900_000;

/** Shrinks a picture to a number of bytes; resolves to null if print would no longer be legible. */
export type ShrinkPicture = (picture: Blob, maxBytes: number) => Promise<Blob | null>;
