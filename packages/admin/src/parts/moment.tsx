import { dateAndTime } from '../texts/en/dates.ts';

/** A point of time in the zone of the browser; the title has it in UTC, to the second. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      title={date
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z/, ' UTC')}
    >
      {dateAndTime(date, new Date())}
    </time>
  );
}
