import type { DocumentCheckMember, RetryReason } from '@vendor/contract';
import type { MrzReading } from '@vendor/vision';
import { type MrzContent, parseMrz } from '../mrz/parse-mrz.ts';
import { certainLines } from './certain-lines.ts';
import { documentKinds, isOfType } from './document-kind.ts';
import type { DocumentEvaluation, DocumentFinding, DocumentTask } from './document-task.ts';
import { extractData } from './extract-data.ts';
import { judgeContent } from './judge-content.ts';
import { judgePicture, type PictureVerdict } from './judge-picture.ts';
import type { SideView } from './look-at-side.ts';
import { memberOutcomes } from './member-outcomes.ts';

/**
 * Judges a document by what was seen of its sides: whether the pictures will do, whether it is the document the user
 * chose, and what its machine readable lines say.
 */
export function judgeDocument(task: DocumentTask, sides: readonly SideView[]): DocumentEvaluation {
  const today = new Date(task.now).toISOString().slice(0, 10);
  const pictures = sides.map((side) => judgePicture(side, task.documentType));
  const reading = bestReading(sides);
  const lines = certainLines(reading);
  const parsed = reading && lines && parseMrz(reading.format, lines, today);
  const content = parsed && withKnownCentury(parsed, task.expected.dateOfBirth);

  // A wrong document comes first: a better picture of it would not help.
  if (content && !isOfType(task.documentType, content.format, content.documentCode))
    return retry(['WRONG_DOCUMENT_TYPE']);
  const reasons = [...new Set(pictures.flatMap((picture) => picture.reasons))];
  if (reasons.length > 0) return retry(reasons);
  if (!content && documentKinds[task.documentType].hasMrz)
    return retry([reading ? 'MRZ_UNREADABLE' : 'MRZ_NOT_FOUND']);
  return evaluate(task, pictures, content, reading, today);
}

function evaluate(
  task: DocumentTask,
  pictures: readonly PictureVerdict[],
  content: MrzContent | null,
  reading: MrzReading | null,
  today: string,
): DocumentEvaluation {
  const evaluated: DocumentCheckMember[] = ['imageQualityCheckResult'];
  const findings = pictures.flatMap(findingsOfPicture);
  const lines = certainLines(reading);
  if (content && reading && lines) {
    const isCorrected = lines.some((line, index) => line !== reading.rawLines[index]);
    const verdict = judgeContent(content, { ...task, today, lines, isCorrected });
    evaluated.push(...verdict.evaluated);
    findings.push(...verdict.findings);
  }
  return {
    kind: 'evaluated',
    outcomes: memberOutcomes(evaluated, findings),
    extracted: extractData(content, task.documentType, today),
    findings,
  };
}

function findingsOfPicture({ isSoft, isGlaring }: PictureVerdict): DocumentFinding[] {
  const found = (code: DocumentFinding['code']): DocumentFinding => ({
    member: 'imageQualityCheckResult',
    code,
    outcome: 'REVIEW',
  });
  return [...(isSoft ? [found('PICTURE_SOFT')] : []), ...(isGlaring ? [found('PICTURE_GLARING')] : [])];
}

/** The zone has two digits of the birth year: where they are those of the date that the caller gave, that one is meant. */
function withKnownCentury(content: MrzContent, dateOfBirth: string | null): MrzContent {
  const isSame = dateOfBirth !== null && content.birthDate?.slice(2) === dateOfBirth.slice(2);
  return isSame && dateOfBirth < content.birthDate ? { ...content, birthDate: dateOfBirth } : content;
}

/** The reading that may be relied on, of whichever side; else one that is certain to contradict itself, else the surest. */
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

function retry(reasons: readonly RetryReason[]): DocumentEvaluation {
  return { kind: 'retry', reasons };
}
