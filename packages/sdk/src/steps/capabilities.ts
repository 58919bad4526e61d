import type { ClientStep } from '@vendor/contract';
import type { Covering } from './covering.ts';

/**
 * Kinds of step that this version can show, and `hosted-page`: it can open the service's own page for any other kind. `form-2`
 * means that forms may ask for gender and region.
 */
const announced = 'document selfie address card evidence form form-2 hosted-page';

type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Capabilities reported to the service, separated by spaces. */
export const capabilities: string = announced satisfies Covering<
  ClientStep['kind'],
  Words<typeof announced>,
  string
>;
