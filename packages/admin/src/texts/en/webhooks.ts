import type { WebhookEvent } from '@vendor/contract';

const events: Readonly<Record<WebhookEvent, { readonly name: string; readonly hint: string }>> = {
  'orchestration/workflow_execution_finished': {
    name: 'Finished',
    hint: 'A run has ended: with a decision, for review, expired, or with an error.',
  },
  'orchestration/workflow_execution_updated': {
    name: 'Updated',
    hint: 'Somebody decided a run that had ended.',
  },
  'orchestration/workflow_execution_sync': {
    name: 'Sync',
    hint: 'Somebody sent a run again from the panel or the command line.',
  },
};

/** Texts of Settings / Webhooks. */
export const webhooks = {
  title: 'Webhooks',
  intro: 'The service posts signed events about runs to these addresses, both live and test events.',
  readOnly: 'Your role may look at webhooks, but not change them.',
  testOnly:
    'Live events go to these addresses, too. You only have access to test mode, so you can test them, but not change them.',
  ROLE: 'Your role may not see webhooks. An owner of the account can change that.',
  failed: 'The webhooks could not be loaded',
  heldTitle: 'All webhooks of this service are held',
  held: 'Nothing is sent, as in a restored copy, until the operator releases it with “orchestration webhook release”. It is held since',
  full: (most: number) => `An account may have ${most} endpoints. Remove one before you add another.`,
  columns: {
    url: 'Endpoint',
    state: 'State',
    last: 'Last delivery',
    waiting: 'Waiting',
  },
  none: 'None yet',
  empty: {
    title: 'No webhook endpoints yet',
    text: 'Add the address of your backend. It is notified when a run ends, so it does not have to poll.',
  },
  states: { enabled: 'Active', failing: 'Failing', disabled: 'Disabled' } as Readonly<Record<string, string>>,
  since: 'since',
  reasons: {
    GONE: 'The receiver answered 410, so it wants no more events.',
    FAILING: 'Nothing arrived for five days.',
    BY_HAND: 'Somebody disabled it.',
  } as Readonly<Record<string, string>>,
  stateTexts: {
    enabled: 'Events are sent as they happen.',
    failing: 'Each event is retried for about three days. Failing',
    disablesAt: 'If nothing arrives, it will be disabled',
    disabled: 'Events wait, and nothing is lost. Disabled',
  },
  waiting: (count: number) => (count === 1 ? '1 event waits' : `${counted(count)} events wait`),
  givenUp: (count: number) =>
    count === 1 ? '1 event was given up' : `${counted(count)} events were given up`,
  events,
  nameOfEvent: (event: WebhookEvent) => events[event].name,
  oldSecrets: 'The previous secret also signs until',
  facts: { events: 'Events', created: 'Added', secret: 'Secret' },
  secretHidden: 'Shown once, when it was created',
  add: {
    open: 'Add an endpoint',
    title: 'Add a webhook endpoint',
    url: 'Address',
    urlHint: 'https, at a public address, or in a network that the operator of the service allows.',
    events: 'Events',
    choose: 'Choose at least one event.',
    submit: 'Add the endpoint',
  },
  edit: {
    open: 'Edit',
    title: 'Edit the endpoint',
    urlHint:
      'Queued events and retries go to the new address, with the same secret. If the old address belongs to somebody else, rotate the secret, too.',
    query: 'Values of the query are not shown. To change the address, enter all of it.',
    submit: 'Save',
  },
  created: {
    title: 'Copy the secret now',
    text: 'Every event is signed with it. It is shown only once: neither this panel nor the API can show it again. If you lose it, rotate it.',
    label: 'Signing secret',
    copy: 'Copy the secret',
    kept: 'I have stored the secret in a safe place',
    verify: 'Verify events with it',
    verifyText:
      'Signatures follow Standard Webhooks. In Node, for example, over the exact bytes of the body:',
    rotated: 'The previous secret also signs for 24 hours: give your receiver the new one by then.',
  },
  rotate: {
    open: 'Rotate the secret',
    title: 'Rotate the secret',
    text: 'You get a new secret. The current one also signs for 24 hours, so that your receiver can switch without losing an event.',
    leaked:
      'If somebody else knows the current one and it must stop signing now, add another endpoint and remove this one.',
    submit: 'Create the new secret',
  },
  disable: {
    open: 'Disable',
    title: 'Disable this endpoint?',
    text: 'Its events are queued while you move or repair the receiver. Nothing is lost: they are sent when you enable it again.',
    submit: 'Disable',
  },
  resume: {
    open: 'Enable',
    openWith: (count: number) => `Enable and send ${count === 1 ? '1 event' : `${counted(count)} events`}`,
    done: 'The endpoint is enabled. Queued events are sent, oldest first.',
  },
  remove: {
    open: 'Remove',
    title: 'Remove this endpoint for good?',
    text: 'No more events are sent to it. Its secret and its log are removed, too.',
    lost: (waiting: string) => `${waiting}: they are never sent to it.`,
    other: 'To pause it, disable it instead: its events are queued.',
    submit: 'Remove the endpoint',
  },
  changedSince:
    'Somebody else changed this endpoint in the meantime. This is its current state: check it, then try again.',
  removed: {
    title: 'This endpoint was removed',
    text: 'Somebody has removed it, or it belongs to another account. Its log was removed with it.',
    back: 'Go to Webhooks',
  },
  back: 'Webhooks',
  test: {
    open: 'Send a test',
    title: 'Send a test event',
    text: 'One signed event about an invented run is sent now. It is not retried and not logged. Its id begins with “test_”.',
    event: 'Event',
    status: 'Status of the run',
    statusHint: 'A receiver that mistakes it for a real one acts on it. No run has its id.',
    submit: 'Send it',
    sending: 'Waiting for the reply, at most 15 seconds …',
    took: (status: number) => `The receiver accepted it: ${status}`,
    refused: (error: string) => `The receiver did not accept it: ${error}`,
    after: (ms: number) => `After ${ms} ms`,
    answer: 'Reply',
    noAnswer: 'The reply has no body.',
    noReply: 'There was no reply.',
    cut: 'Truncated: this is the beginning.',
    headers: 'Headers sent',
    body: 'Body sent',
    answerHeaders: 'Headers of the reply',
  },
  log: {
    title: 'Deliveries',
    filter: 'Show',
    all: 'All',
    states: {
      delivered: 'Delivered',
      pending: 'On its way',
      held: 'Waiting',
      undelivered: 'Given up',
    } as Readonly<Record<string, string>>,
    columns: {
      event: 'Event',
      state: 'State',
      answer: 'Last reply',
      attempts: 'Attempts',
      emitted: 'Happened',
      next: 'Next attempt',
      acts: 'Actions',
    },
    run: 'Run',
    runLabel: 'Id of a run',
    matches: (count: number, hasMore: boolean) =>
      count === 0
        ? hasMore
          ? 'No match yet'
          : 'No match'
        : `${count}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'delivery matches' : 'deliveries match'}`,
    searching: 'Searching …',
    none: 'No deliveries yet.',
    noneMatch: {
      title: 'No delivery matches these filters',
      text: 'Remove a filter, or choose a longer time.',
    },
    noneYet: {
      title: 'No match among the newest deliveries',
      text: 'Older ones have not been searched. Search further, or choose a date.',
    },
    further: 'Search further',
    more: 'Show more',
    refresh: 'Refresh',
    open: (event: string) => `Look at: ${event}`,
    failed: 'The deliveries could not be loaded',
  },
  replay: {
    open: 'Send failed ones again',
    title: 'Send failed events again',
    text: 'Events that were given up are sent again under their existing ids, oldest first, each with a new retry schedule.',
    unfiltered:
      'The filters of the log do not apply here: all events of this time that were given up are sent to this endpoint again, including those that the log does not show. To send only one of them, open it in the log.',
    since: 'Events that happened',
    spans: {
      1: 'In the last hour',
      24: 'In the last day',
      168: 'In the last 7 days',
      720: 'In the last 30 days',
    } as Readonly<Record<number, string>>,
    submit: 'Send them again',
    done: (count: number) =>
      count === 1 ? '1 event is on its way again.' : `${count} events are on their way again.`,
    tooOld: (count: number) => `${count} cannot be sent again: they first arrived more than 30 days ago.`,
    disabled: 'The endpoint is disabled. Enable it first.',
  },
  delivery: {
    title: 'Delivery',
    run: 'Run',
    ofRun: 'Show only deliveries of this run',
    id: 'webhook-id',
    next: 'Next attempt',
    firstArrived: 'First arrived',
    redeliver: 'Send again',
    redelivered: 'It is on its way again, under the same webhook-id.',
    body: 'What is sent',
    masked:
      'Personal data is masked except for its ends, and links to pictures are left out. Each attempt sends the data as it is then.',
    revealed: 'In plain text. Links to pictures are left out. The audit trail keeps your reason.',
    noBody: 'The body cannot be shown, because the run cannot be read.',
    attempts: 'Attempts',
    noAttempts: 'There was no attempt yet, or none in the last 30 days.',
    attempt: (number: number) => `Attempt ${number}`,
    request: 'Request',
    response: 'Reply',
    noResponse: 'There was no reply.',
    bytes: (count: number) => `${count} bytes`,
    answerHidden:
      'Bodies of replies are shown only with personal data, because they can repeat what was sent.',
    noText: 'No text was kept.',
    reveal: 'Show personal data and replies',
    revealTitle: 'Show personal data and replies',
    revealText: 'The audit trail records who looked, when and why.',
    reason: 'Why do you need it?',
    revealSubmit: 'Show',
    close: 'Close',
    gone: 'This delivery no longer exists.',
  },
  failures: {
    WEBHOOK_ENDPOINT_CHANGED:
      'Somebody else changed this endpoint in the meantime. Close this, check its current state, then try again.',
    WEBHOOK_ENDPOINT_NOT_FOUND: 'This endpoint no longer exists: somebody has removed it.',
    WEBHOOK_DELIVERY_NOT_FOUND: 'This delivery no longer exists.',
    WEBHOOK_ENDPOINT_DISABLED: 'The endpoint is disabled. Enable it first.',
    WEBHOOKS_HELD:
      'All webhooks of this service are held, as in a restored copy. Its operator can release them.',
    RATE_LIMITED: 'A test of this endpoint is in progress. Wait for its reply, then try again.',
  } as Readonly<Record<string, string>>,
  errors: {
    TIMEOUT: 'no complete reply within 15 seconds',
    CONNECTION_FAILED: 'no connection',
    NAME_NOT_FOUND: 'the host name has no address',
    NAME_LOOKUP_FAILED: 'no name server answered',
    CERTIFICATE_EXPIRED: 'its certificate has expired',
    CERTIFICATE_OF_ANOTHER_HOST: 'its certificate is for another host',
    CERTIFICATE_UNTRUSTED: 'its certificate is from an unknown issuer, or its chain is incomplete',
    CERTIFICATE_REFUSED: 'its certificate is not valid',
    TLS_FAILED: 'no TLS connection',
    TLS_REQUIRED: 'the address must be https',
    PROXY_FAILED: 'the proxy of the service does not answer',
    PROXY_REFUSED: 'the proxy of the service refuses to connect to it',
    REPLY_UNREADABLE: 'the reply is not HTTP',
    ADDRESS_REFUSED: 'the address is neither public nor allowed by the operator',
    URL_REFUSED: 'the address cannot be used',
    NOT_CARRIED_OUT: 'the service itself failed before an attempt',
  } as Readonly<Record<string, string>>,
};

/** Describes the error of an attempt in words. */
export function wordsOfError(error: string): string {
  return webhooks.errors[error] ?? error.replace(/^HTTP_/, 'HTTP ');
}

/** Formats a count; the service counts up to 10000. */
function counted(count: number): string {
  return count >= 10_000 ? '10,000 or more' : String(count);
}
