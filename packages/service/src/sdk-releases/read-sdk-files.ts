import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { acceptedEncodings, type Encoding, encodings } from '../http/accepted-encodings.ts';
import { findSdkFile, isFile, type SdkFile, type SdkFolders } from './find-sdk-file.ts';

/** A file of the SDK as it is sent. */
export interface EncodedFile extends SdkFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `Content-Encoding`; null: not compressed. */
  readonly encoding: string | null;
  /** Entity tag of exactly these bytes, with quotes. */
  readonly etag: string;
  /** Whether a source map lies beside the file. */
  readonly hasMap: boolean;
}

/** Addresses of chunks as browsers write them. No other spelling is cached, to limit memory. */
const plainChunk = /^[^/%]+\/chunks\/[\w-]+\.js$/;

/** Addresses for which another instance may have a file: an exact version, or a chunk. */
const releaseAddress = /^(\d[^/]*\/|v1\/chunks\/)/;

/**
 * Time without a change after which a file counts as complete. Exceeds pauses between writes, and the coarsest file system
 * clock (2 s).
 */
const settledMs = 5000;

/**
 * Creates a function that reads an SDK file in the best encoding that the client accepts and the build contains; null if there
 * is none. Every flow requests half a dozen chunks while its session is being opened, so chunks, which never change, are cached
 * in memory, about a megabyte for each release. A file that changed just now may be incomplete, and is read again until it has
 * settled.
 *
 * @param now - milliseconds since 1970, by the clock of the files.
 */
export function readSdkFiles(
  folders: SdkFolders,
  now: () => number,
): (address: string, accepted?: string) => Promise<EncodedFile | null> {
  const kept = new Map<string, EncodedFile>();
  return async (address, accepted) => {
    const forms = acceptedEncodings(accepted);
    const key = [address, ...forms.map(({ name }) => name)].join(' ');
    const known = kept.get(key);
    if (known) return known;
    let found = await findSdkFile(folders, address);
    if (found === null && folders.fetchMissing && releaseAddress.test(address)) {
      await folders.fetchMissing();
      found = await findSdkFile(folders, address);
    }
    const startedAt = now();
    const file = found && (await readEncoded(found, forms));
    const mayBeKept = file?.isImmutable && plainChunk.test(address);
    if (mayBeKept && (await readChangeTime(file)) <= startedAt - settledMs) kept.set(key, file);
    return file;
  };
}

async function readEncoded(file: SdkFile, forms: readonly Encoding[]): Promise<EncodedFile> {
  const { bytes, encoding } = await readForm(file.path, forms);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { ...file, bytes, encoding, etag, hasMap: await isFile(`${file.path}.map`) };
}

type FileForm = Pick<EncodedFile, 'bytes' | 'encoding'>;

/** Reads a file in the best available encoding that `Accept-Encoding` allows. @throws if the file is missing. */
export function readBestForm(path: string, accepted?: string): Promise<FileForm> {
  return readForm(path, acceptedEncodings(accepted));
}

async function readForm(path: string, forms: readonly Encoding[]): Promise<FileForm> {
  for (const { name, suffix } of forms) {
    const encoded = await readFile(path + suffix).catch(() => null);
    if (encoded) return { bytes: new Uint8Array(encoded), encoding: name };
  }
  return { bytes: new Uint8Array(await readFile(path)), encoding: null };
}

/**
 * Returns when a file last changed, in ms since 1970; infinity if it is gone. Uses `ctime`, which programs cannot set; archive
 * tools set back `mtime`.
 */
async function readChangeTime({ path, encoding }: EncodedFile): Promise<number> {
  const suffix = encodings.find(({ name }) => name === encoding)?.suffix ?? '';
  return (await stat(path + suffix).catch(() => null))?.ctimeMs ?? Number.POSITIVE_INFINITY;
}
