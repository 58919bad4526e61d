import type { ClientStep } from '@vendor/contract';
import type { Covering } from './covering.ts';

/**
 * The kinds of step this version can show, and that it can lead to the service's own page for others. `form-2`: forms may ask for
 * gender and region, too.
 */
const announced = 'document selfie address card evidence form form-2 hosted-page';

type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Capabilities that the service is told of, as words between blanks. */
export const capabilities: string = announced satisfies Covering<
  ClientStep['kind'],
  Words<typeof announced>,
  string
>;
