import {
  becomeNewCustomer,
  type Outcome,
  requestVerification,
  type Standing,
  watchStanding,
} from './backend.ts';
import { askFor, type CardState, contactDetails, focusCard, showBusy, showCard } from './card.ts';
import { offerDeviceCheck } from './device-check.ts';
import { logEvent } from './event-log.ts';
import { chosenOptions, type Look, listWorkflows, onStartOver, onWorkflowChange } from './options.ts';

const form = document.getElementById('sign-up') as HTMLFormElement;
const inlineContainer = document.getElementById('verification') as HTMLElement;

/** Card for each status that a webhook can report. */
const cardOfStatus: Readonly<Record<string, CardState>> = {
  APPROVED: 'approved',
  REVIEW: 'review',
  DECLINED: 'declined',
  EXPIRED: 'expired',
  ERROR: 'failed',
};

/** True from the press of the button until the flow has closed; meanwhile the card does not change. */
let isBusy = false;
/** Settles once the flow of the last press is open, or there is none to open. */
let starting: Promise<void> = Promise.resolve();
/** The customer has finished; the outcome follows by webhook. */
let isCompleted = false;
let mustStartAnew = false;
let asksForInputs = false;
let mustReload = typeof VendorOrchestration === 'undefined';
const nothingStarted: Standing = { status: 'NONE', isInteractive: false, outcome: null };
let standing = nothingStarted;
let loggedDelivery: string | undefined;

function showStanding(): void {
  if (isBusy) return;
  const { status, isInteractive, outcome } = standing;
  if (mustReload) showCard('unavailable');
  // Keeps asking for inputs, even if the first answer of the backend arrives later.
  else if (status === 'NONE') {
    if (!asksForInputs) showCard('ready');
  } else if (status === 'PENDING') showCard(isInteractive && !isCompleted ? 'resumable' : 'waiting');
  else showCard(cardOfStatus[status] ?? 'failed', status === 'APPROVED' ? outcome?.fullName : null);
}

async function verify(): Promise<void> {
  if (mustReload) return location.reload();
  isBusy = true;
  asksForInputs = false;
  showBusy();
  // The button may be pressed before the workflows are loaded.
  await listed;
  const { workflowId, ...look } = chosenOptions();
  const start = await requestVerification({ workflowId, ...contactDetails(), startAnew: mustStartAnew });
  if (start.kind === 'started' && start.token !== null) return openFlow(start.token, look);

  isBusy = false;
  if (start.kind === 'inputs-needed') {
    asksForInputs = true;
    return askFor(start.inputs);
  }
  if (start.kind === 'unavailable') return showCard('unavailable');
  logEvent('Page', 'nothing to show', 'the outcome comes by webhook');
  showStanding();
}

async function openFlow(token: string, { language, renderingMode, theme }: Look): Promise<void> {
  mustStartAnew = false;
  isCompleted = false;
  const isInline = renderingMode === 'inline';
  inlineContainer.hidden = !isInline;
  if (isInline) inlineContainer.scrollIntoView({ block: 'nearest' });
  try {
    await VendorOrchestration.start({
      token,
      language,
      theme,
      renderingMode,
      containerId: isInline ? inlineContainer.id : undefined,
    });
  } catch (error) {
    logEvent('Page', 'start() rejected', (error as Error).message);
    // The token may have expired, so the next attempt requests a new one.
    mustStartAnew = true;
    isBusy = false;
    inlineContainer.hidden = true;
    showCard('failed');
  }
}

/** Lets the visitor start over, with the options shown in the panel. */
async function startOver(): Promise<void> {
  // Waits for a start under way, whose flow would otherwise open for the previous customer.
  await starting;
  if (mustReload) return location.reload();
  await VendorOrchestration.close();
  unwatch();
  if (await becomeNewCustomer()) {
    form.reset();
    isCompleted = false;
    mustStartAnew = false;
    asksForInputs = false;
    standing = nothingStarted;
    logEvent('Page', 'new customer');
  } else mustReload = true;
  unwatch = follow();
  showStanding();
  focusCard();
}

/** Keeps the card and the log up to date; returns a function that stops it. */
function follow(): () => void {
  return watchStanding(
    (latest) => {
      standing = latest;
      if (latest.outcome) logOutcome(latest.outcome);
      showStanding();
    },
    () => {
      mustReload = true;
      showStanding();
    },
  );
}

function logOutcome({ deliveryId, event, executionId, status, checks }: Outcome): void {
  if (deliveryId === loggedDelivery) return;
  loggedDelivery = deliveryId;
  logEvent('Webhook', event, `${status}, execution ${executionId}, signature verified`);
  for (const check of checks) {
    logEvent('Webhook', check.checkType, [check.status, check.statusDetail].filter(Boolean).join(', '));
  }
}

function listenToSdk(): void {
  const names = ['opened', 'started', 'completed', 'cancelled', 'error', 'closed'] as const;
  for (const name of names) VendorOrchestration.on(name, (detail) => logEvent('SDK', name, detail));
  VendorOrchestration.on('completed', () => {
    isCompleted = true;
  });
  VendorOrchestration.on('error', (code) => {
    // The session is over. After every other error, the outcome follows by webhook, or the same flow can be resumed.
    mustStartAnew = code === 'error_code_3';
  });
  VendorOrchestration.on('closed', () => {
    isBusy = false;
    inlineContainer.hidden = true;
    showStanding();
  });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!isBusy) starting = verify();
});
onWorkflowChange(() => {
  asksForInputs = false;
  showCard('ready');
});
if (!mustReload) listenToSdk();
offerDeviceCheck();

let unwatch = () => {};
// Not awaited at top level, which browsers of 2020 do not support.
const listed = listWorkflows().then(() => {
  unwatch = follow();
  onStartOver(() => void startOver());
});
