import { judgeAddress } from './address/judge.ts';
import { judgeAml } from './aml/judge.ts';
import { judgeCard } from './card/judge.ts';
import { judgeDevice } from './device/judge.ts';
import { judgeDocument } from './document/judge.ts';
import { judgeEmail } from './email/judge.ts';
import { judgeEvidence } from './evidence/judge.ts';
import { judgeIp } from './ip/judge.ts';
import type { Judge } from './judge-call.ts';
import { judgeNationalId } from './national-id/judge.ts';
import { judgePhone } from './phone/judge.ts';
import type { CheckKindName, CheckNode, NodeOfKind } from './registry.ts';
import { judgeSelfie } from './selfie/judge.ts';

const judges: { readonly [Name in CheckKindName]: Judge<NodeOfKind<Name>> } = {
  document: judgeDocument,
  selfie: judgeSelfie,
  address: judgeAddress,
  card: judgeCard,
  evidence: judgeEvidence,
  email: judgeEmail,
  phone: judgePhone,
  ip: judgeIp,
  device: judgeDevice,
  aml: judgeAml,
  'national-id': judgeNationalId,
};

/** Judges a check by the judge of its kind. */
export const judgeCheck: Judge<CheckNode> = (services, call, signal) =>
  (judges[call.node.kind] as Judge<CheckNode>)(services, call, signal);
