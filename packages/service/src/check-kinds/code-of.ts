import type { Checks, EvaluationOf } from '@vendor/checks';

/** Codes that a check of `@vendor/checks` can find when it comes to a judgement. */
export type CodeOf<Kind extends keyof Checks> = Extract<
  EvaluationOf<Kind>,
  { readonly findings: unknown }
>['findings'][number]['code'];
