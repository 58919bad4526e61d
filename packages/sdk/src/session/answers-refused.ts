import type { FormFieldName } from '@vendor/contract';
import { ServiceFailure } from './service-failure.ts';

/** Error of sending answers when the service rejects some of them. Holds the names of the fields, never their values. */
export class AnswersRefused extends ServiceFailure {
  declare readonly fields: readonly FormFieldName[];

  constructor(status: number, fields: readonly FormFieldName[]) {
    super('unexpected', status, 0, 'INVALID_REQUEST_BODY');
    this.fields = fields;
  }
}
