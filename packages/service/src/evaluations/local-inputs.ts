import { inputChecks } from '@vendor/checks/inputs';
import { createScreening } from '../watchlists/screen-name.ts';
import type { InputChecks } from './evaluator.ts';

/** Runs checks of texts and numbers in the current thread, without loading picture decoders. */
export const localInputs: InputChecks = { ...inputChecks, aml: createScreening() };
