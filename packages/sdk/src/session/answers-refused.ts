import type { FormFieldName } from '@vendor/contract';
import { ServiceFailure } from './service-failure.ts';

/** What sending answers rejects with when the service does not take some of them. Holds their names, never what they say. */
export class AnswersRefused extends ServiceFailure {
  declare readonly fields: readonly FormFieldName[];

  constructor(status: number, fields: readonly FormFieldName[]) {
    super('unexpected', status, 0, 'INVALID_REQUEST_BODY');
    this.fields = fields;
  }
}
