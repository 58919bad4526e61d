import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { acceptedEncodings, type Encoding, encodings } from '../http/accepted-encodings.ts';
import { findSdkFile, isFile, type SdkFile, type SdkFolders } from './find-sdk-file.ts';

/** A file of the SDK as it goes over the wire. */
export interface EncodedFile extends SdkFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `Content-Encoding`; null when it is as the build wrote it. */
  readonly encoding: string | null;
  /** Entity tag of these very bytes, with its quotes. */
  readonly etag: string;
  /** A source map lies beside it. */
  readonly hasMap: boolean;
}

/** How browsers ask for a chunk: no address that is written otherwise takes room in memory. */
const plainChunk = /^[^/%]+\/chunks\/[\w-]+\.js$/;

/** Addresses that another instance may have a file for: an exact version, or a chunk of one. */
const ofRelease = /^(\d[^/]*\/|v1\/chunks\/)/;

/** Longer than a pause between two writes, and than the coarsest clock of a file system (2 s). */
const settledMs = 5000;

/**
 * Reads files of the SDK in the best form that the asker takes and the build has made; null where there is none. Every flow
 * begins with half a dozen chunks while its session is being opened: they never change, so that they are read once and kept,
 * about a megabyte a release, and nobody waits for the disk. One that is just being written may be half of itself: it is read
 * again until it has been left alone.
 *
 * @param now milliseconds since 1970, by the clock of the files.
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
    if (found === null && folders.fetchMissing && ofRelease.test(address)) {
      await folders.fetchMissing();
      found = await findSdkFile(folders, address);
    }
    const startedAt = now();
    const file = found && (await readEncoded(found, forms));
    const mayBeKept = file?.isImmutable && plainChunk.test(address);
    if (mayBeKept && (await changedAt(file)) <= startedAt - settledMs) kept.set(key, file);
    return file;
  };
}

async function readEncoded(file: SdkFile, forms: readonly Encoding[]): Promise<EncodedFile> {
  const { bytes, encoding } = await readForm(file.path, forms);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { ...file, bytes, encoding, etag, hasMap: await isFile(`${file.path}.map`) };
}

type FileForm = Pick<EncodedFile, 'bytes' | 'encoding'>;

/** Reads a file in the best form that an `Accept-Encoding` takes and that lies beside it. @throws when the file is missing. */
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
 * When what was read last changed, in ms since 1970; infinity where it is gone. This time of a file (`ctime`)
 * no program can set back, as those that unpack archives do with the other.
 */
async function changedAt({ path, encoding }: EncodedFile): Promise<number> {
  const suffix = encodings.find(({ name }) => name === encoding)?.suffix ?? '';
  return (await stat(path + suffix).catch(() => null))?.ctimeMs ?? Number.POSITIVE_INFINITY;
}
