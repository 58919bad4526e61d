import type { DocumentCheckMember, DocumentRetryReason } from '@vendor/contract';
import type { MrzReading } from '@vendor/vision';
import type { AamvaContent } from '../aamva/parse-aamva.ts';
import { type MrzContent, parseMrz } from '../mrz/parse-mrz.ts';
import { certainLines } from '../page/certain-lines.ts';
import { documentKinds, isOfType } from './document-kind.ts';
import type { DocumentEvaluation, DocumentFinding, DocumentTask } from './document-task.ts';
import { extractData, extractNames } from './extract-data.ts';
import { judgeBarcode, judgeStructure } from './judge-barcode.ts';
import { judgeContent } from './judge-content.ts';
import { judgePicture, type PictureVerdict } from './judge-picture.ts';
import { judgeZones } from './judge-zones.ts';
import type { SideView } from './look-at-side.ts';
import { memberOutcomes } from './member-outcomes.ts';
import { areSidesMixedUp, readAamva } from './mixed-up-sides.ts';

/** Below this spread of colours, a page counts as grey. `docs/photocopies.md` describes the measurement. */
const LEAST_COLOUR = 0.018;

/**
 * Judges a document: whether its pictures are good enough, whether it is the document that the user chose, and the content of its
 * machine readable lines and its barcode.
 */
export function judgeDocument(task: DocumentTask, sides: readonly SideView[]): DocumentEvaluation {
  const today = new Date(task.now).toISOString().slice(0, 10);
  const pictures = sides.map((side) => judgePicture(side, task.documentType));
  const reading = bestReading(sides);
  const lines = certainLines(reading);
  const parsed = reading && lines && parseMrz(reading.format, lines, today);
  const barcode = barcodeOf(sides);
  const content = parsed && withKnownCentury(parsed, task.expected.dateOfBirth);

  // A wrong document comes first, then a wrong side: a better picture would not help. The lines of a licence may begin with an
  // identity card's letters, so the barcode decides its kind.
  const isOfItsCode = content?.format === 'TD1' && barcode?.kind === task.documentType;
  if (content && !isOfItsCode && !isOfType(task.documentType, content.format, content.documentCode))
    return retry(['WRONG_DOCUMENT_TYPE']);
  if (barcode?.kind && barcode.kind !== task.documentType) return retry(['WRONG_DOCUMENT_TYPE']);
  if (areSidesMixedUp(task, sides)) return retry(['WRONG_SIDE']);
  const reasons = [...new Set(pictures.flatMap((picture) => picture.reasons))];
  if (reasons.length > 0) return retry(reasons);
  if (!content && !barcode && documentKinds[task.documentType].hasMrz)
    return retry([reading ? 'MRZ_UNREADABLE' : 'MRZ_NOT_FOUND']);
  return evaluate(task, sides, pictures, { content, barcode }, reading, today);
}

function evaluate(
  task: DocumentTask,
  sides: readonly SideView[],
  pictures: readonly PictureVerdict[],
  { content, barcode }: { readonly content: MrzContent | null; readonly barcode: AamvaContent | null },
  reading: MrzReading | null,
  today: string,
): DocumentEvaluation {
  const evaluated: DocumentCheckMember[] = ['imageQualityCheckResult'];
  const findings = pictures.flatMap(findingsOfPicture);
  const lines = certainLines(reading);
  if (content && reading && lines) {
    const isCorrected = lines.some((line, index) => line !== reading.rawLines[index]);
    // Lines that contradict themselves are judged as printed: the characters that their check digits cover were read with
    // certainty.
    const seenLines = reading.accepted ? reading.rawLines : lines;
    const verdict = judgeContent(content, { ...task, today, lines, isCorrected, seenLines });
    evaluated.push(...verdict.evaluated);
    findings.push(...verdict.findings);
  }
  if (barcode && content) {
    evaluated.push('barcodeAnomalyCheckResult', 'matchCheckResult');
    findings.push(...judgeStructure(barcode, today), ...judgeZones(content, barcode));
  } else if (barcode) {
    const verdict = judgeBarcode(barcode, { ...task, today });
    evaluated.push(...verdict.evaluated);
    findings.push(...verdict.findings);
  } else if (sides.some((side) => side.barcode?.text === null)) {
    evaluated.push('barcodeAnomalyCheckResult');
    findings.push({ member: 'barcodeAnomalyCheckResult', code: 'BARCODE_UNREADABLE', outcome: 'REVIEW' });
  }
  if (barcode && areBarcodesDifferent(sides))
    findings.push({ member: 'barcodeAnomalyCheckResult', code: 'ZONES_DIFFERENT', outcome: 'REVIEW' });
  // Colour does not prove that a page is no copy, so a page with colour stays NOT_PERFORMED.
  if (isWithoutColour(sides[0])) {
    evaluated.push('photocopyCheckResult');
    findings.push({ member: 'photocopyCheckResult', code: 'PAGE_WITHOUT_COLOUR', outcome: 'REVIEW' });
  }
  return {
    kind: 'evaluated',
    outcomes: memberOutcomes(evaluated, findings),
    extracted: extractData(content, barcode, task.documentType, today),
    names: extractNames(content ?? barcode),
    findings,
  };
}

/** By the front alone: it has colour on every document, the backs of many cards have none. */
function isWithoutColour(front: SideView | undefined): boolean {
  return front?.colour != null && front.colour < LEAST_COLOUR;
}

function findingsOfPicture({ isSoft, isGlaring }: PictureVerdict): DocumentFinding[] {
  const found = (code: DocumentFinding['code']): DocumentFinding => ({
    member: 'imageQualityCheckResult',
    code,
    outcome: 'REVIEW',
  });
  return [...(isSoft ? [found('PICTURE_SOFT')] : []), ...(isGlaring ? [found('PICTURE_GLARING')] : [])];
}

/** The zone has two digits of the birth year. If they match the date that the caller gave, the year of that date is used. */
function withKnownCentury(content: MrzContent, dateOfBirth: string | null): MrzContent {
  const isSame = dateOfBirth !== null && content.birthDate?.slice(2) === dateOfBirth.slice(2);
  return isSame && dateOfBirth < content.birthDate ? { ...content, birthDate: dateOfBirth } : content;
}

/** Reads the first barcode that can be read. */
function barcodeOf(sides: readonly SideView[]): AamvaContent | null {
  for (const side of sides) {
    const content = readAamva(side);
    if (content) return content;
  }
  return null;
}

/** Returns whether AAMVA barcodes, in one picture or on both sides, contradict each other: then they belong to two cards. */
function areBarcodesDifferent(sides: readonly SideView[]): boolean {
  const texts = sides.flatMap((side) =>
    readAamva(side) ? [side.barcode?.text, ...(side.barcode?.otherTexts ?? [])] : [],
  );
  return new Set(texts).size > 1;
}

/** Returns the reliable reading of either side; otherwise one that certainly contradicts itself; otherwise the most likely. */
function bestReading(sides: readonly SideView[]): MrzReading | null {
  const readings = sides.flatMap(({ reading }) => (reading ? [reading] : []));
  return readings.reduce<MrzReading | null>((best, reading) => {
    if (!best) return reading;
    if (best.accepted !== reading.accepted) return best.accepted ? best : reading;
    if ((best.contradiction === null) !== (reading.contradiction === null))
      return best.contradiction ? best : reading;
    return reading.confidence > best.confidence ? reading : best;
  }, null);
}

function retry(reasons: readonly DocumentRetryReason[]): DocumentEvaluation {
  return { kind: 'retry', reasons };
}
