export { blockingKeys } from './aml/blocking-keys.ts';
export { type Agreement, judgeCandidate } from './aml/judge-candidate.ts';
export { wordsOfName } from './aml/name-words.ts';
export { type CardTask, judgeCard } from './card/judge-card.ts';
export { checkDevice } from './fraud/check-device.ts';
export { checkEmail } from './fraud/check-email.ts';
export { checkIp } from './fraud/check-ip.ts';
export { checkPhone } from './fraud/check-phone.ts';
export { checkNationalId, nationalIdKinds } from './national-id/check-national-id.ts';
