export { canCompareScripts } from './aml/name-scripts.ts';
export {
  plainDocumentNumber,
  plainEmail,
  plainPhone,
  plainPhonePart,
  readableEmail,
  type SearchedWord,
  searchedWords,
} from './search/searched-values.ts';
