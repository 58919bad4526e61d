import type { DocumentCheckMember, DocumentRetryReason } from '@vendor/contract';
import { findWrongCheckDigits, type MrzReading, matchZoneLayout } from '@vendor/vision';
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
import type { SideView } from './measure-side.ts';
import { memberOutcomes } from './member-outcomes.ts';
import { areSidesMixedUp, readAamva } from './mixed-up-sides.ts';

/** Minimum spread of colours; a page below it counts as grey. `docs/photocopies.md` describes the measurement. */
const MIN_COLOUR = 0.018;

/**
 * Judges a document: picture quality, whether it is of the type that the user chose, and the content of its MRZ and barcode.
 */
export function judgeDocument(task: DocumentTask, sides: readonly SideView[]): DocumentEvaluation {
  const today = new Date(task.now).toISOString().slice(0, 10);
  const pictures = sides.map((side) => judgePicture(side, task.documentType));
  const reading = bestReading(sides);
  const lines = certainLines(reading);
  const parsed = reading && lines && parseMrz(reading.format, lines, today);
  const barcode = findBarcode(sides);
  // The barcode states the whole year.
  const printed = parsed && applyKnownCentury(parsed, barcode?.birthDate ?? null);
  const content = printed && applyKnownCentury(printed, task.expected.dateOfBirth);

  // Reports a wrong document first, then a wrong side: a better picture would not help. The MRZ of a licence may begin with an
  // identity card's code, so the barcode decides its type.
  const isConfirmedByBarcode = content?.format === 'TD1' && barcode?.kind === task.documentType;
  if (content && !isConfirmedByBarcode && !isOfType(task.documentType, content.format, content.documentCode))
    return retry(['WRONG_DOCUMENT_TYPE']);
  if (barcode?.kind && barcode.kind !== task.documentType) return retry(['WRONG_DOCUMENT_TYPE']);
  if (areSidesMixedUp(task, sides)) return retry(['WRONG_SIDE']);
  const reasons = [...new Set(pictures.flatMap((picture) => picture.reasons))];
  if (reasons.length > 0) return retry(reasons);
  if (!content && !barcode && documentKinds[task.documentType].hasMrz)
    return retry([reading ? 'MRZ_UNREADABLE' : 'MRZ_NOT_FOUND']);
  const documentBirthDate = printed?.birthDate ?? null;
  return evaluate(task, sides, pictures, { content, barcode, documentBirthDate }, reading, today);
}

interface DocumentContent {
  readonly content: MrzContent | null;
  readonly barcode: AamvaContent | null;
  /** Birth date of the MRZ in the century that the document itself implies. */
  readonly documentBirthDate: string | null;
}

function evaluate(
  task: DocumentTask,
  sides: readonly SideView[],
  pictures: readonly PictureVerdict[],
  { content, barcode, documentBirthDate }: DocumentContent,
  reading: MrzReading | null,
  today: string,
): DocumentEvaluation {
  const evaluated: DocumentCheckMember[] = ['imageQualityCheckResult'];
  const findings = pictures.flatMap(pictureFindings);
  const lines = certainLines(reading);
  if (content && reading && lines) {
    const isCorrected = lines.some((line, index) => line !== reading.rawLines[index]);
    // An MRZ that contradicts itself is judged as printed, because every character covered by its check digits was read with
    // certainty.
    const seenLines = reading.accepted ? reading.rawLines : lines;
    const question = { ...task, today, lines, isCorrected, seenLines, documentBirthDate };
    const verdict = judgeContent(content, question);
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
  const contradictions = compareLines(sides, today);
  if (contradictions.length > 0) evaluated.push('matchCheckResult');
  findings.push(...contradictions);
  // Colour does not prove that a page is an original, so a page with colour stays NOT_PERFORMED.
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

/** Checks only the front: every document has colour there, but the backs of many cards have none. */
function isWithoutColour(front: SideView | undefined): boolean {
  return front?.colour != null && front.colour < MIN_COLOUR;
}

function pictureFindings({ isSoft, isGlaring }: PictureVerdict): DocumentFinding[] {
  const found = (code: DocumentFinding['code']): DocumentFinding => ({
    member: 'imageQualityCheckResult',
    code,
    outcome: 'REVIEW',
  });
  return [...(isSoft ? [found('PICTURE_SOFT')] : []), ...(isGlaring ? [found('PICTURE_GLARING')] : [])];
}

/** Takes the birth year from a date with the whole year if its last two digits match, because the MRZ has only two. */
function applyKnownCentury(content: MrzContent, dateOfBirth: string | null): MrzContent {
  const isSame = dateOfBirth !== null && content.birthDate?.slice(2) === dateOfBirth.slice(2);
  return isSame && dateOfBirth < content.birthDate ? { ...content, birthDate: dateOfBirth } : content;
}

/** Returns the first barcode that can be parsed. */
function findBarcode(sides: readonly SideView[]): AamvaContent | null {
  for (const side of sides) {
    const content = readAamva(side);
    if (content) return content;
  }
  return null;
}

/** Returns whether AAMVA barcodes, in one picture or on both sides, differ and so belong to two cards. */
function areBarcodesDifferent(sides: readonly SideView[]): boolean {
  const texts = sides.flatMap((side) =>
    readAamva(side) ? [side.barcode?.text, ...(side.barcode?.otherTexts ?? [])] : [],
  );
  return new Set(texts).size > 1;
}

/**
 * Compares the MRZs of both sides, which belong to two documents if they differ. Only accepted readings with the right check
 * digits count. A corrected one leads to REVIEW at worst, because the misread character may be in the birth date.
 */
function compareLines(sides: readonly SideView[], today: string): DocumentFinding[] {
  const [first, ...others] = sides.flatMap(({ reading }) => {
    if (!reading?.accepted) return [];
    const { format, lines, rawLines } = reading;
    const layout = matchZoneLayout(lines);
    const content = parseMrz(format, lines, today);
    if (!content || !layout || findWrongCheckDigits(layout, lines).length > 0) return [];
    return [{ content, text: lines.join('\n'), isAsSeen: lines.join('\n') === rawLines.join('\n') }];
  });
  if (!first) return [];
  return others.flatMap((other) => {
    if (other.text === first.text) return [];
    const isCertain = first.isAsSeen && other.isAsSeen;
    return judgeZones(first.content, other.content).map((finding) =>
      isCertain ? finding : { ...finding, outcome: 'REVIEW' as const },
    );
  });
}

/**
 * Returns an accepted reading of either side; otherwise one that certainly contradicts itself; otherwise the one with the
 * highest confidence.
 */
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
