const thisYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const otherYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A point of time in the zone of the browser; the title has it in UTC, to the second. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at);
  const format = date.getFullYear() === new Date().getFullYear() ? thisYear : otherYear;
  return (
    <time
      dateTime={at}
      title={date
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z/, ' UTC')}
    >
      {format.format(date)}
    </time>
  );
}
