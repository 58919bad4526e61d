import { checkAddress } from './address/check-address.ts';
import type { EvaluationOf, MediaChecks, TaskOf } from './checks.ts';
import { checkDocument } from './document/check-document.ts';
import { checkEvidence } from './evidence/check-evidence.ts';
import { openOcrEngine } from './ocr/open-ocr-engine.ts';
import { checkSelfie } from './selfie/check-selfie.ts';
import { openFaceEngine } from './selfie/open-face-engine.ts';

/** Implementations of the checks of pictures and files, with the engines of this package. */
export const mediaChecks: {
  readonly [Kind in keyof MediaChecks]: (task: TaskOf<Kind>) => Promise<EvaluationOf<Kind>>;
} = {
  document: checkDocument,
  selfie: (task) => checkSelfie(task, openFaceEngine),
  address: (task) => checkAddress(task, openOcrEngine),
  evidence: checkEvidence,
};
