import type { Checks, EvaluationOf } from '@vendor/checks';

/** Codes that a check of `@vendor/checks` can find once it is evaluated. */
export type CodeOf<Kind extends keyof Checks> = Extract<
  EvaluationOf<Kind>,
  { readonly findings: unknown }
>['findings'][number]['code'];
