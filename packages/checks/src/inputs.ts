export { blockingKeys } from './aml/blocking-keys.ts';
export { type Agreement, judgeCandidate } from './aml/judge-candidate.ts';
export { wordsOfName } from './aml/name-words.ts';
export { inputChecks } from './input-checks.ts';
