import { dateAndTime } from '../texts/en/dates.ts';

/** A time in the zone of the browser; its title shows UTC, to the second. */
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
