import type { TextLine } from '../file/page-text.ts';
import { foldDigits, foldText } from './fold-text.ts';

/** A date on a letter: all days that it can mean, as `YYYY-MM-DD`; several if day and month are ambiguous. */
export interface LetterDate {
  readonly days: readonly string[];
  readonly confidence: number;
  /** Whether the words beside it label it as the date of the letter. */
  readonly isLabelled: boolean;
}

/** Names of the months on letters and their abbreviations, folded, from January. */
const months: readonly (readonly string[])[] = [
  'januar january jan janner enero ene janvier janv gennaio gen janeiro stycznia styczen januari ocak ianuarie',
  'februar february feb feber febrero fevrier fevr febbraio fevereiro fev lutego luty februari subat februarie',
  'marz march mar mrz marzo mars marco marcius marc maerz marca marzec maart mrt mart martie marts',
  'april apr abril abr avril avr aprile aprilis kwietnia kwiecien nisan aprilie',
  'mai may mayo maggio mag maio majus maj maja mei mayis',
  'juni june jun junio juin giugno giu junho junius czerwca czerwiec haziran iunie',
  'juli july jul julio juillet juil juill luglio lug julho julius lipca lipiec temmuz iulie',
  'august aug agosto ago aout augusztus sierpnia sierpien augustus agustos augusti',
  'september sept sep septiembre setiembre septembre settembre set setembro szeptember szept wrzesnia wrzesien eylul septembrie',
  // In Croatian, `listopada` is October.
  'oktober october okt oct octubre octobre ottobre ott outubro out pazdziernika pazdziernik ekim octombrie listopada',
  'november nov noviembre novembre novembro listopada listopad kasim noiembrie',
  'dezember december dez dec diciembre dic decembre dicembre dezembro grudnia grudzien aralik decembrie desember',
].map((names) => names.split(' '));

/** Labels before the date of a letter, folded. */
const labels =
  /\b(?:date|bill date|statement date|issued?|issue date|datum|rechnungsdatum|ausstellungsdatum|erstellt am|fecha|emision|emissione|emissao|emitid[oa]|data|(?<!\b(?:depuis|souscrite?|signee?|conclue?|nee?) )le|kelt|kiallitas|keltezes|(?<!\b(?:z|od|do) )dnia|tarih(?= \d|$)|(?:fatura|duzenlen?me|belge|ekstre|hesap kesim) tarihi)\b/;

/** Words for due dates and ends of periods, which are not the date of the letter. */
const otherDays =
  /\b(?:due|until|birth|payable|fallig|zahlbar|bis|geboren|vence|vencimiento|nacimiento|echeance|avant le|prelev|naissance|scaden|nascita|vencimento|nascimento|hatarido|szuletes|platn|do dnia|urodz|verval|uiterlijk|geboorte|son odeme|vade|dogum|naster|forfall|forfald|fodel|fodsel)/;

const numeric =
  /(?<!\d)(\d{1,4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{2,4}|(?<=\d{4}\s?[./-]\s?\d{1,2}\s?[./-]\s?)\d)(?!\d)/g;
/** A day of the month in folded text, with the ending of an ordinal: `1st`, `1er`, and `1o` for `1º`. */
const day = '(\\d{1,2})(?:\\s?(?:st(?!ycz)|nd|rd|th|er|ᵉʳ|[eo](?= )))?\\s?';
const dayFirst = new RegExp(`(?<!\\d)${day}(?:de |of )?([a-z]{3,12})\\s(?:del? )?(\\d{4})(?!\\d)`, 'g');
const monthFirst = new RegExp(`\\b([a-z]{3,12})\\s${day}\\s(\\d{4})(?!\\d)`, 'g');
const yearFirst = /(?<!\d)(\d{4})\s([a-z]{3,12})\s(\d{1,2})(?!\d)/g;

const chinese = /(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/g;

/** Finds the dates on a letter. */
export function findDates(lines: readonly TextLine[]): LetterDate[] {
  return lines.flatMap(({ text: written, confidence }) => {
    const text = foldDigits(written).replace(chinese, (_, year, month, day) =>
      formatDay(year, month, day.padStart(2, '0')),
    );
    const folded = foldText(text);
    if (otherDays.test(folded)) return [];
    const isLabelled = labels.test(folded);
    return [...parseNumericDates(text), ...parseWrittenDates(folded)]
      .filter((days) => days.length > 0)
      .map((days) => ({ days, confidence, isLabelled }));
  });
}

function parseNumericDates(text: string): string[][] {
  return [...text.matchAll(numeric)].map(([, first = '', second = '', third = '']) => {
    if (first.length === 4) return third.length <= 2 ? keepValidDays([formatDay(first, second, third)]) : [];
    if (first.length > 2 || third.length === 3) return [];
    const year = third.length === 2 ? `20${third}` : third;
    const ways = [formatDay(year, second, first)];
    // Dates with dots always have the day first.
    if (!text.includes(`${first}.`)) ways.push(formatDay(year, first, second));
    return [...new Set(keepValidDays(ways))];
  });
}

function parseWrittenDates(folded: string): string[][] {
  const found: (readonly [year: string, month: string, day: string])[] = [
    ...[...folded.matchAll(dayFirst)].map(
      ([, day = '', month = '', year = '']) => [year, month, day] as const,
    ),
    ...[...folded.matchAll(monthFirst)].map(
      ([, month = '', day = '', year = '']) => [year, month, day] as const,
    ),
    ...[...folded.matchAll(yearFirst)].map(
      ([, year = '', month = '', day = '']) => [year, month, day] as const,
    ),
  ];
  return found.map(([year, name, day]) => {
    const days = months.flatMap((names, at) =>
      names.includes(name) ? [formatDay(year, String(at + 1), day)] : [],
    );
    return keepValidDays(days);
  });
}

function formatDay(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Keeps days that exist in the calendar. */
function keepValidDays(days: readonly string[]): string[] {
  return days.filter((day) => {
    const time = Date.parse(`${day}T00:00:00Z`);
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
  });
}
