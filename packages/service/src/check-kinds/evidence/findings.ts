import type { CodeOf } from '../code-of.ts';

/** Codes that the check can find, each with its sentence for people. */
export const evidenceFindings: Readonly<Record<CodeOf<'evidence'>, string>> = {
  FILE_BLANK: 'A file shows nothing.',
  FILE_REPEATED: 'The same file was handed in several times.',
};
