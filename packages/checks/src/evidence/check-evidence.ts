import { createHash } from 'node:crypto';
import type { EvidenceRetryReason, Outcome } from '@vendor/contract';
import { LOW_CONTRAST, measureExposure, toGray } from '@vendor/vision';
import type { FileCleaning } from '../address/address-task.ts';
import { readPicturePdf } from '../file/picture-pdf.ts';
import { decodeImage } from '../image/decode-image.ts';

/** Stable codes of findings against collected files. */
export type EvidenceFindingCode =
  /** Every page of a file is a uniform surface. */
  | 'FILE_BLANK'
  /** A file was submitted twice. */
  | 'FILE_REPEATED';

export type EvidenceEvaluation =
  | { readonly kind: 'retry'; readonly reasons: readonly EvidenceRetryReason[] }
  | {
      readonly kind: 'evaluated';
      /** Whether the files are in order; their content is for a person to review. */
      readonly fileCheckResult: Outcome;
      readonly findings: readonly { readonly code: EvidenceFindingCode; readonly outcome: 'REVIEW' }[];
    };

/** Minimum size of a picture; smaller ones are unreadable. */
const MIN_SIDE_PX = 200;

/** Result for one file: a reason to ask again, or whether its pages are blank. */
type FileInspection =
  | { readonly kind: 'retry'; readonly reason: EvidenceRetryReason }
  | { readonly kind: 'inspected'; readonly isBlank: boolean; readonly digest: string };

const refusals = {
  PROTECTED: 'FILE_PROTECTED',
  TOO_MANY_PAGES: 'FILE_TOO_LONG',
  UNREADABLE: 'FILE_UNREADABLE',
} as const;

/** Collected files, in the order of their slots. */
export interface EvidenceTask {
  readonly files: readonly FileCleaning[];
}

/** Checks that collected files can be opened, show something, and are all different. */
export async function checkEvidence({ files }: EvidenceTask): Promise<EvidenceEvaluation> {
  const inspections: FileInspection[] = [];
  for (const file of files) inspections.push(await inspectFile(file));
  const reasons = inspections.flatMap((inspection) =>
    inspection.kind === 'retry' ? [inspection.reason] : [],
  );
  if (reasons.length > 0) return { kind: 'retry', reasons: [...new Set(reasons)] };
  const inspected = inspections.filter((inspection) => inspection.kind === 'inspected');
  const codes: EvidenceFindingCode[] = [];
  if (inspected.some(({ isBlank }) => isBlank)) codes.push('FILE_BLANK');
  if (new Set(inspected.map(({ digest }) => digest)).size < inspected.length) codes.push('FILE_REPEATED');
  return {
    kind: 'evaluated',
    fileCheckResult: codes.length === 0 ? 'PASS' : 'REVIEW',
    findings: codes.map((code) => ({ code, outcome: 'REVIEW' })),
  };
}

async function inspectFile(file: FileCleaning): Promise<FileInspection> {
  if (file.kind === 'refused') return { kind: 'retry', reason: refusals[file.refusal] };
  const pictures =
    file.contentType === 'application/pdf'
      ? readPicturePdf(file.bytes).map(({ picture }) => picture)
      : [file.bytes];
  const digest = createHash('sha256');
  let isBlank = true;
  for (const picture of pictures) {
    const decoded = await decodeImage(picture);
    if (decoded.kind === 'refused') return { kind: 'retry', reason: 'FILE_UNREADABLE' };
    const { image } = decoded;
    if (Math.min(image.width, image.height) < MIN_SIDE_PX)
      return { kind: 'retry', reason: 'IMAGE_TOO_SMALL' };
    digest.update(`${image.width}×${image.height}`).update(image.data);
    isBlank &&= isUniform(toGray(image));
  }
  return { kind: 'inspected', isBlank, digest: digest.digest('hex') };
}

/**
 * Returns whether a page is uniform. Contrast is measured in parts, because a few lines hardly change the contrast of a whole
 * page.
 */
function isUniform(gray: ReturnType<typeof toGray>): boolean {
  const parts = 12;
  for (let row = 0; row < parts; row++) {
    for (let column = 0; column < parts; column++) {
      const part = crop(gray, column / parts, row / parts, 1 / parts);
      if (measureExposure(part).contrast >= LOW_CONTRAST) return false;
    }
  }
  return true;
}

function crop({ data, width, height }: ReturnType<typeof toGray>, x: number, y: number, share: number) {
  const [left, top] = [Math.floor(x * width), Math.floor(y * height)];
  const [across, down] = [Math.max(1, Math.floor(width * share)), Math.max(1, Math.floor(height * share))];
  const part = new Uint8Array(across * down);
  for (let row = 0; row < down; row++) {
    const from = (top + row) * width + left;
    part.set(data.subarray(from, from + across), row * across);
  }
  return { data: part, width: across, height: down };
}
