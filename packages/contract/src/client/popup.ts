import { z } from 'zod';
import { storableText } from '../text.ts';
import { clientInitResponseSchema } from './client-session.ts';
import { flowThemeSchema, maxLengths } from './flow-theme.ts';
import { completionTypes, sdkErrorCodes } from './sdk-events.ts';

/** Maximum number of custom messages: more than the flow has texts. */
const maxMessages = 500;

const pluralFormsSchema = z.partialRecord(
  z.enum(['zero', 'one', 'two', 'few', 'many', 'other']),
  storableText(maxLengths.text),
);

/**
 * Theme, language and messages of the flow in another window or on a phone, as passed to `start`. Checks types and lengths
 * only; the flow itself validates colours.
 */
export const flowLookSchema = z.object({
  /** BCP 47 tag. */
  language: storableText(maxLengths.name).nullish(),
  theme: flowThemeSchema.nullish(),
  /** Custom texts by their key, each as one text or as plural forms. */
  messages: z
    .record(storableText(maxLengths.name), z.union([storableText(maxLengths.text), pluralFormsSchema]))
    .refine((messages) => Object.keys(messages).length <= maxMessages, {
      error: `must have at most ${maxMessages} members`,
    })
    .nullish(),
});
export type FlowLook = z.infer<typeof flowLookSchema>;

/** Body of `POST client/popup`. */
export const popupRequestSchema = z.object({ look: flowLookSchema });
export type PopupRequest = z.infer<typeof popupRequestSchema>;

/** `data` of the reply to `POST client/popup`. */
export const popupResponseSchema = z.object({
  /** Address for the popup to open. The ticket is in the fragment, which browsers do not send to servers. */
  url: z.url(),
});
export type PopupResponse = z.infer<typeof popupResponseSchema>;

/** Lifetime of a ticket, in ms. */
export const popupTicketMs = 60_000;

/** `data` of the reply to `POST client/init` with a ticket. */
export const popupClaimResponseSchema = clientInitResponseSchema.extend({
  popup: z.object({
    look: flowLookSchema,
    /** Number of this load of the popup, from 1. The service ignores a late `leave` of an earlier load. */
    visit: z.int().min(1),
  }),
});
export type PopupClaimResponse = z.infer<typeof popupClaimResponseSchema>;

/** How the flow in the popup ended, for the page that opened it to emit. */
export const popupEndingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('completed'), status: z.enum(completionTypes) }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('error'), code: z.enum(sdkErrorCodes) }),
]);
export type PopupEnding = z.infer<typeof popupEndingSchema>;

/** Body of `POST client/popup/report`: everything that has happened in the popup so far. Members never change back. */
export const popupReportSchema = z.object({
  opened: z.boolean(),
  started: z.boolean(),
  ending: popupEndingSchema.nullable(),
  /** Whether the popup is about to close itself. */
  closed: z.boolean(),
});
export type PopupReport = z.infer<typeof popupReportSchema>;

/** `data` of the reply to `GET client/popup`: the state of the popup, for the page that opened it. */
export const popupStateSchema = popupReportSchema.extend({
  /** Grows with every change. The long poll waits for a larger value. */
  seq: z.int().min(0),
});
export type PopupState = z.infer<typeof popupStateSchema>;

/** Body of `POST client/popup/leave`. */
export const popupLeaveSchema = z.object({ visit: z.int().min(1) });
export type PopupLeave = z.infer<typeof popupLeaveSchema>;

/** `data` of the reply to `GET client/popup/attendance`, the long poll by which a popup shows that it is open. */
export const popupAttendanceSchema = z.object({
  /** Whether the page that opened the popup is done with it, so that the popup must close itself. */
  released: z.boolean(),
});
export type PopupAttendance = z.infer<typeof popupAttendanceSchema>;
