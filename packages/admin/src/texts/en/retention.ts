import type { AdminKeptTime } from '@vendor/contract/admin';
import { isolated } from './isolated.ts';
import { grouped } from './numbers.ts';

const runs = (count: number) => (count === 1 ? '1 run' : `${count.toLocaleString('en')} runs`);
const days = (count: number) => (count === 1 ? '1 day' : `${count.toLocaleString('en')} days`);
const many = ({ count, capped }: AdminKeptTime['due']) =>
  capped ? `${count.toLocaleString('en')} runs or more` : runs(count);

/** Texts of Settings / Retention. */
export const retention = {
  title: 'Retention',
  intro:
    'Personal data is removed some time after a run has ended: inputs, pictures, results and the data by which runs are found. Status, types of checks and times stay.',
  readOnly: 'Your role may look at this, but not change it. An owner can.',
  ROLE: 'Your role may not see how long data is kept. An owner of the account can change that.',
  failed: 'Retention could not be loaded',
  modes: { live: 'Live data', test: 'Test data' },
  kept: (count: number | null) =>
    count === null
      ? 'Kept until somebody removes it by hand.'
      : `Removed ${days(count)} after a run has ended.`,
  firstAt: 'Next removal:',
  none: 'Nothing is due.',
  due: (due: AdminKeptTime['due']) => `${many(due)} ${due.count === 1 && !due.capped ? 'is' : 'are'} due.`,
  held: {
    title: (due: AdminKeptTime['due']) => `${many(due)} wait for an operator`,
    text: 'So many at once is unusual: the clock may be wrong, or the retention too short. Nothing is removed until an operator of the service confirms it with this command.',
    command: (accountId: string) => `orchestration retention confirm ${accountId}`,
  },
  change: {
    open: 'Change',
    openFor: (mode: string) => `Change: ${mode}`,
    title: (mode: string) => `How long is ${mode.toLowerCase()} kept?`,
    forEver: 'For ever',
    forEverHint: 'Until somebody removes it by hand.',
    limited: 'For a number of days after a run has ended',
    days: 'Days',
    daysHint: '1 to 3,650',
    submit: 'Save',
    shorten: 'Remove earlier',
    looking: 'Checking what this changes …',
    cannotLook: 'The effect of this change could not be determined. You can still save it.',
    nothing: 'No run becomes due at once.',
    becomes: (due: AdminKeptTime['due']) =>
      `${many(due)} ${due.count === 1 && !due.capped ? 'becomes' : 'become'} due at once.`,
    first: 'The first removal is expected at',
    waits: 'That is an unusual share: nothing is removed until an operator of the service confirms it.',
    forGood: 'Removed data cannot be restored.',
    never: 'Data is no longer removed by age.',
  },
  failures: {
    SETTING_CHANGED: 'A colleague changed this in the meantime. Close this and open it again.',
  } as Readonly<Record<string, string>>,
};

/** Texts of Settings / Disposals. */
export const disposals = {
  title: 'Disposals',
  intro: 'Runs whose personal data was removed, newest first. The audit trail proves the same.',
  ROLE: 'Your role may not see what was removed. An owner of the account can change that.',
  failed: 'Disposals could not be loaded',
  export: 'Export as CSV',
  more: 'Show more',
  empty: {
    title: 'Nothing was removed yet',
    text: 'A run appears here when its retention time is over or its person is erased.',
  },
  columns: { run: 'Run', at: 'Removed', cause: 'Why', by: 'By', files: 'Files' },
  causes: {
    retention: 'Retention time was over',
    erasure: 'Person was erased',
    operator: 'By hand',
    person: 'By hand',
    sample: 'Sample data was removed',
    restore: 'Again: after a restore, or once an erased run had ended',
    other: 'Not kept',
  },
  kinds: {
    system: 'The service',
    operator: (name: string) => `${name} (operator)`,
    person: 'A person who was removed',
  },
  ordered: (by: string, orderedBy: string) => `${isolated(by)}, ordered by ${isolated(orderedBy)}`,
  unknownFiles: 'Not kept',
};

/** Texts of Settings / Lists. */
export const lists = {
  title: 'Lists',
  intro:
    'Lists that checks use, for all accounts of this service. An operator imports and replaces them on the command line.',
  ROLE: 'Your role may not see the lists. An owner of the account can change that.',
  failed: 'Lists could not be loaded',
  kinds: { people: 'People to look for (AML)', networks: 'Networks of addresses' },
  columns: {
    list: 'List',
    version: 'Version',
    entries: 'Entries',
    published: 'Published',
    imported: 'Imported',
    age: 'Age',
  },
  entries: (people: number, names: number) =>
    `${grouped(people)} ${people === 1 ? 'person' : 'people'}, ${grouped(names)} ${names === 1 ? 'name' : 'names'}`,
  untold: 'Not stated',
  age: (count: number) => (count === 0 ? 'Today' : days(count)),
  states: { old: 'Too old', fresh: 'Up to date' },
  missing: {
    people: 'There is no list of people: every AML screening ends in review.',
    networks: 'There is no list of networks: address checks know neither country nor anonymous networks.',
  },
  oldAfter: (count: number) => `Too old after ${days(count)}.`,
  remedy: {
    people: 'Import the newest file: orchestration lists import',
    networks: 'Fetch the newest file from its publisher, and move it to the place that the setting names.',
  },
};
