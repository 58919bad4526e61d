import type { Checks, EvaluationOf } from '@vendor/checks';

/** Codes of the findings that a check of `@vendor/checks` can return. */
export type CodeOf<Kind extends keyof Checks> = Extract<
  EvaluationOf<Kind>,
  { readonly findings: unknown }
>['findings'][number]['code'];
