import { grouped } from './numbers.ts';

/** Texts of the list of runs. */
export const runs = {
  count: (count: number, capped: boolean) =>
    count === 1 && !capped ? '1 run' : `${grouped(count)}${capped ? '+' : ''} runs`,
  columns: {
    status: 'Status',
    run: 'Run',
    user: 'User',
    workflow: 'Workflow',
    doubts: 'In doubt',
    created: 'Started',
    finished: 'Ended',
    acts: 'Actions',
  },
  menu: {
    open: (id: string) => `Actions for run ${id.slice(-12)}`,
    resend: 'Send webhook again',
    going: 'Possible once the run has ended.',
    copyId: 'Copy the run id',
  },
  resend: {
    done: (id: string, count: number) =>
      `The result of run ${id.slice(-12)} is on its way to ${count === 1 ? '1 endpoint' : `${count} endpoints`}.`,
    failed: (id: string) => `Run ${id.slice(-12)} was not sent again`,
    failures: {
      NO_ENDPOINT_SUBSCRIBES:
        'No enabled endpoint subscribes to “sync”. Add the event to one under Settings, Webhooks.',
    } as Readonly<Record<string, string>>,
  },
  version: (version: number) => `v${version}`,
  purged: 'Data removed',
  going: 'In progress',
  changed: 'Changed just now',
  waiting: 'Waiting for a decision',
  status: 'Status',
  workflow: 'Workflow',
  workflows: {
    find: 'Find a workflow',
    list: 'Workflows',
    none: 'No workflow has this name.',
    failed: 'The workflows could not be loaded. Close and open this again.',
    inactive: 'inactive',
    gone: 'Unknown workflow',
    version: 'Version',
    anyVersion: 'Any version',
  },
  check: 'Check',
  code: 'Finding',
  codeLabel: 'Finding code, such as DOCUMENT_EXPIRED',
  newest: 'Back to the newest',
  older: 'Older',
  search: {
    label: 'Find exactly',
    by: 'Find by',
    value: 'Value',
    submit: 'Find',
    kinds: {
      id: 'Run id',
      'user-id': 'User id',
      email: 'E-mail',
      phone: 'Phone',
      'document-number': 'Document number',
      name: 'Name',
    },
    placeholders: {
      id: '3f2b6c1e-…',
      'user-id': 'The user_id you sent',
      email: 'name@example.com',
      phone: '+49 30 …',
      'document-number': 'As printed',
      name: 'Words in any order',
    },
    result: (kind: string, count: number) =>
      count === 0 ? `No run has this ${kind}` : `${count} ${count === 1 ? 'run' : 'runs'} with this ${kind}`,
    clear: 'Back to all runs',
    impossible:
      'No run can have such a value. A phone number needs its country code, such as +49; a run id has 36 characters.',
    incomplete: 'Earlier runs are still being prepared for the search. Some may be missing here.',
    unsearchable: (count: number) =>
      `${grouped(count)} ${count === 1 ? 'run cannot' : 'runs cannot'} be found by a search, as their data cannot be read.`,
    nothing: 'Check the spelling, or find it by another value. Purged runs are found only by their id.',
  },
  empty: {
    filtered: 'No run matches these filters',
    filteredText: 'Remove a filter, or choose a longer time.',
    none: (mode: string) => `No ${mode} runs yet`,
    noneText: 'A run appears here as soon as one is started. There are two ways to start it:',
    byLink: 'Share a link',
    byLinkText: 'from the page of a workflow: nothing has to be built.',
    byKey: 'With an API key',
    byKeyText: (mode: string) =>
      `for ${mode} data, your backend calls POST /orchestration-api/v1/init-workflow.`,
    noneMode: (mode: string) => `Look at ${mode} runs`,
  },
  failed: 'The runs could not be loaded',
  keys: 'j and k move, Enter opens, / finds',
  keysWithActs: 'j and k move, Enter opens, → leads to actions, / finds',
};
