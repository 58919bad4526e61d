import { readBarcode } from '../barcode/read-barcode.ts';
import { decodeImage } from '../image/decode-image.ts';
import { certainLines } from '../page/certain-lines.ts';
import { documentKinds } from './document-kind.ts';
import type { DocumentEvaluation, DocumentTask } from './document-task.ts';
import { judgeDocument } from './judge-document.ts';
import { measureSide, type SideView } from './measure-side.ts';
import { locateFields } from './places.ts';

/** Minimum size of a document picture. In a smaller one the characters of a card's MRZ are at most 12 px apart. */
const MIN_LONGER_SIDE_PX = 480;
const MIN_SHORTER_SIDE_PX = 300;

/**
 * Checks the pictures of an identity document: finds the document, judges picture quality, reads the MRZ from whichever side
 * has it and the PDF417 barcode of a card, and judges their content. Visual zone, portrait and security features are
 * NOT_PERFORMED.
 *
 * @returns a retry if the pictures cannot be judged, else all 14 members. Never throws because of the files' content.
 *
 * @example
 * const evaluation = await checkDocument({
 *   documentType: 'PASSPORT', front: jpeg, back: null,
 *   expected: { fullName: null, dateOfBirth: null }, minimumAge: null, now: Date.now(), acceptsSpecimens: false,
 * });
 */
export async function checkDocument(task: DocumentTask): Promise<DocumentEvaluation> {
  const sides: SideView[] = [];
  for (const file of [task.front, task.back]) {
    if (file === null) continue;
    const decoded = await decodeImage(file);
    if (decoded.kind === 'refused') return { kind: 'retry', reasons: ['IMAGE_UNREADABLE'] };
    const { width, height } = decoded.image;
    if (Math.max(width, height) < MIN_LONGER_SIDE_PX || Math.min(width, height) < MIN_SHORTER_SIDE_PX)
      return { kind: 'retry', reasons: ['IMAGE_TOO_SMALL'] };
    const view = measureSide(decoded.image, task.documentType);
    sides.push(
      mayHaveBarcode(task.documentType, view)
        ? { ...view, barcode: await readBarcode(decoded.image, view.corners) }
        : view,
    );
  }
  const evaluation = judgeDocument(task, sides);
  return evaluation.kind === 'evaluated' ? { ...evaluation, places: locateFields(sides) } : evaluation;
}

/** Issuers of cards with both an MRZ and a barcode on the back, such as enhanced licences and identity cards. */
const ISSUERS_OF_BOTH = ['USA', 'CAN'];

/** Skips the barcode if the MRZ names another issuer, to save time. */
function mayHaveBarcode(documentType: DocumentTask['documentType'], { reading }: SideView): boolean {
  const issuer = certainLines(reading)?.[0]?.slice(2, 5);
  return (
    documentKinds[documentType].mayHaveBarcode && (issuer === undefined || ISSUERS_OF_BOTH.includes(issuer))
  );
}
