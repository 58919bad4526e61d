import { z } from 'zod';
import { storableText } from '../text.ts';
import { clientInitResponseSchema } from './client-session.ts';
import { flowThemeSchema, longest } from './flow-theme.ts';
import { completionTypes, sdkErrorCodes } from './sdk-events.ts';

/** More texts than the flow has are nobody's own words. */
const mostMessages = 500;

const pluralFormsSchema = z.partialRecord(
  z.enum(['zero', 'one', 'two', 'few', 'many', 'other']),
  storableText(longest.text),
);

/**
 * How the page that opens a window wants the flow in it to look and speak: what `start` was given. It bounds kinds and
 * sizes; whether a colour is a colour is for the flow to say, as it does for every page.
 */
export const flowLookSchema = z.object({
  /** BCP 47 tag. */
  language: storableText(longest.name).nullish(),
  theme: flowThemeSchema.nullish(),
  /** Own words by the key of the text, as one text or as plural forms. */
  messages: z
    .record(storableText(longest.name), z.union([storableText(longest.text), pluralFormsSchema]))
    .refine((messages) => Object.keys(messages).length <= mostMessages, {
      error: `must have at most ${mostMessages} members`,
    })
    .nullish(),
});
export type FlowLook = z.infer<typeof flowLookSchema>;

/** Body of `POST client/popup`. */
export const popupRequestSchema = z.object({ look: flowLookSchema });
export type PopupRequest = z.infer<typeof popupRequestSchema>;

/** `data` of the reply to `POST client/popup`. */
export const popupResponseSchema = z.object({
  /** Where to send the window: the ticket stands behind `#`, which browsers keep to themselves. */
  url: z.url(),
});
export type PopupResponse = z.infer<typeof popupResponseSchema>;

/** How long a ticket can be claimed, in ms. */
export const popupTicketMs = 60_000;

/** `data` of the reply to `POST client/init` with a ticket. */
export const popupClaimResponseSchema = clientInitResponseSchema.extend({
  popup: z.object({
    look: flowLookSchema,
    /** Counts the loads of the window from 1: a farewell of an earlier one that comes late means nothing. */
    visit: z.int().min(1),
  }),
});
export type PopupClaimResponse = z.infer<typeof popupClaimResponseSchema>;

/** How the flow in the window ended, as the page that opened it is to tell. */
export const popupEndingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('completed'), status: z.enum(completionTypes) }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('error'), code: z.enum(sdkErrorCodes) }),
]);
export type PopupEnding = z.infer<typeof popupEndingSchema>;

/** Body of `POST client/popup/report`: all that has happened in the window so far; nothing is ever taken back. */
export const popupReportSchema = z.object({
  opened: z.boolean(),
  started: z.boolean(),
  ending: popupEndingSchema.nullable(),
  /** The window is going to close itself. */
  closed: z.boolean(),
});
export type PopupReport = z.infer<typeof popupReportSchema>;

/** `data` of the reply to `GET client/popup`: what the page that opened the window knows of it. */
export const popupStateSchema = popupReportSchema.extend({
  /** Grows with every change; the long poll waits for a larger one. */
  seq: z.int().min(0),
});
export type PopupState = z.infer<typeof popupStateSchema>;

/** Body of `POST client/popup/leave`. */
export const popupLeaveSchema = z.object({ visit: z.int().min(1) });
export type PopupLeave = z.infer<typeof popupLeaveSchema>;

/** `data` of the reply to `GET client/popup/attendance`, the long poll by which a window shows that it is there. */
export const popupAttendanceSchema = z.object({
  /** The page that opened the window is done with it: it is to close itself. */
  released: z.boolean(),
});
export type PopupAttendance = z.infer<typeof popupAttendanceSchema>;
