import { judgeCard } from './card/judge-card.ts';
import type { InputChecks } from './checks.ts';
import { checkDevice } from './fraud/check-device.ts';
import { checkEmail } from './fraud/check-email.ts';
import { checkIp } from './fraud/check-ip.ts';
import { checkPhone } from './fraud/check-phone.ts';
import { checkNationalId } from './national-id/check-national-id.ts';

/** Implementations of the checks of texts and numbers. */
export const inputChecks: InputChecks = {
  card: judgeCard,
  email: checkEmail,
  phone: checkPhone,
  ip: checkIp,
  device: checkDevice,
  'national-id': checkNationalId,
};
