/** States of the card in the middle of the page. */
export type CardState =
  | 'ready'
  | 'inputs'
  | 'resumable'
  | 'waiting'
  | 'approved'
  | 'review'
  | 'declined'
  | 'expired'
  | 'failed'
  | 'unavailable';

interface CardText {
  readonly title: string;
  readonly text: string;
  /** Label of the button; absent if there is nothing to do. */
  readonly action?: string;
}

const texts: Record<CardState, CardText> = {
  ready: {
    title: 'Verify your identity',
    text: 'Show us your passport or identity card once. After that you hire without a deposit.',
    action: 'Verify your identity',
  },
  inputs: {
    title: 'How do we reach you?',
    text: 'We check that both work, and write to you only about your hire.',
    action: 'Check my details',
  },
  resumable: {
    title: 'Pick up where you left off',
    text: 'Your verification is not finished yet. Nothing that you have done so far is lost.',
    action: 'Continue verification',
  },
  waiting: {
    title: 'We are checking your details',
    text: 'This page tells you as soon as we know. You can also leave it and come back.',
  },
  approved: {
    title: 'You are verified',
    text: 'Your hire account is open. Pick a boat, sign at the jetty, go.',
  },
  review: {
    title: 'One of us takes a look',
    text: 'Something needs a second pair of eyes. There is nothing for you to do; we will write to you.',
  },
  declined: {
    title: 'We could not verify you',
    text: 'You can try again with another document, or come by the jetty and leave a deposit instead.',
    action: 'Try again',
  },
  expired: {
    title: 'That took a little too long',
    text: 'For your safety a verification ends after a while. Start again whenever you have a minute.',
    action: 'Start again',
  },
  failed: {
    title: 'That did not work',
    text: 'It was not your fault. Please try again; if it keeps happening, come by the jetty.',
    action: 'Try again',
  },
  unavailable: {
    title: 'We cannot start right now',
    text: 'Our verification service does not answer. Please try again in a moment.',
    action: 'Try again',
  },
};

const card = byId('card');
const title = byId('card-title');
const text = byId('card-text');
const button = byId('verify') as HTMLButtonElement;
const contact = byId('contact') as HTMLFieldSetElement;

/** Shows a state of the card. The text is announced to screen readers (`aria-live` in the markup). */
export function showCard(state: CardState, verifiedName?: string | null): void {
  const { title: heading, text: body, action } = texts[state];
  card.dataset.state = state;
  title.textContent = heading;
  text.textContent = verifiedName ? `Welcome aboard, ${verifiedName}. ${body}` : body;
  button.textContent = action ?? '';
  button.hidden = action === undefined;
  button.removeAttribute('aria-disabled');
  contact.hidden = state !== 'inputs';
  contact.disabled = contact.hidden;
}

/**
 * Shows that the button was pressed. Does not disable it, because a disabled button loses the focus, which the flow returns to
 * it at the end.
 */
export function showBusy(): void {
  button.setAttribute('aria-disabled', 'true');
}

/** Scrolls to the button of the card and focuses it. */
export function focusCard(): void {
  button.focus();
}

/** Marks the inputs that the service requires, and focuses the first of them. */
export function askFor(inputs: readonly string[]): void {
  showCard('inputs');
  const fields = [...contact.querySelectorAll('input')];
  for (const field of fields) {
    const isMalformed = inputs.includes(field.name) && field.value !== '';
    field.setAttribute('aria-invalid', String(isMalformed));
    byId(`${field.id}-fault`).hidden = !isMalformed;
  }
  fields.find((field) => inputs.includes(field.name))?.focus();
}

/** Returns the entered contact details; empty unless they were requested. */
export function contactDetails(): { email?: string; phoneNumber?: string } {
  if (contact.hidden) return {};
  const [email, phone] = [...contact.querySelectorAll('input')].map((field) => field.value.trim());
  return { ...(email && { email }), ...(phone && { phoneNumber: phone }) };
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element #${id}`);
  return element;
}
