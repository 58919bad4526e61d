export { canCompareScripts } from './aml/name-scripts.ts';
export {
  plainDocumentNumber,
  plainEmail,
  plainPhone,
  type SearchedWord,
  searchedWords,
} from './search/searched-values.ts';
