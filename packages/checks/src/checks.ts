import type { checkAddress } from './address/check-address.ts';
import type { judgeCard } from './card/judge-card.ts';
import type { checkDocument } from './document/check-document.ts';
import type { checkEvidence } from './evidence/check-evidence.ts';
import type { checkDevice } from './fraud/check-device.ts';
import type { checkEmail } from './fraud/check-email.ts';
import type { checkIp } from './fraud/check-ip.ts';
import type { checkPhone } from './fraud/check-phone.ts';
import type { checkNationalId } from './national-id/check-national-id.ts';
import type { checkSelfie } from './selfie/check-selfie.ts';

/** The checks of pictures and files, by kind; they decode untrusted files. */
export interface MediaChecks {
  readonly document: typeof checkDocument;
  readonly selfie: typeof checkSelfie;
  readonly address: typeof checkAddress;
  readonly evidence: typeof checkEvidence;
}

/** The checks of texts and numbers, by kind; they decode no pictures. */
export interface InputChecks {
  readonly card: typeof judgeCard;
  readonly email: typeof checkEmail;
  readonly phone: typeof checkPhone;
  readonly ip: typeof checkIp;
  readonly device: typeof checkDevice;
  readonly 'national-id': typeof checkNationalId;
}

/** All checks, by kind. Task and result types are derived from the functions: {@link TaskOf}, {@link EvaluationOf}. */
export interface Checks extends MediaChecks, InputChecks {}

/** Task of a check: pictures, texts or numbers, and the criteria to judge them by. */
export type TaskOf<Kind extends keyof Checks> = Parameters<Checks[Kind]>[0];

/** Result of a check. `retry`: nothing can be judged, for reasons that the user can correct. */
export type EvaluationOf<Kind extends keyof Checks> = Awaited<ReturnType<Checks[Kind]>>;
