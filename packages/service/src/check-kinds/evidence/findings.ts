import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const evidenceFindings: Readonly<Record<CodeOf<'evidence'>, string>> = {
  FILE_BLANK: 'A file shows nothing.',
  FILE_REPEATED: 'The same file was uploaded several times.',
};
