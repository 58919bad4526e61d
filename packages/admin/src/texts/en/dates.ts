const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

const twoDigits = (part: number) => String(part).padStart(2, '0');

/**
 * Formats date and time in the zone of the browser, such as `27 Nov, 09:15`, with the year if it differs from that of `now`.
 * Does not use `Intl`, whose first formatter takes longer to create than the list takes to render.
 */
export function dateAndTime(date: Date, now: Date): string {
  const year = date.getFullYear() === now.getFullYear() ? '' : ` ${date.getFullYear()}`;
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  return `${date.getDate()} ${months[date.getMonth()]}${year}, ${time}`;
}
