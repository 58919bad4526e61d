export { blockingKeys, searchKeys } from './aml/blocking-keys.ts';
export { type Agreement, judgeCandidate } from './aml/judge-candidate.ts';
export { unreliableScripts } from './aml/name-scripts.ts';
export { readingsOfName, vowellessWords, wordsOfName } from './aml/name-words.ts';
export { inputChecks } from './input-checks.ts';
