// VendorOrchestration is defined by the service's script.
const button = document.querySelector('#verify');
const message = document.querySelector('#message');
/** Nonce of the page, for browsers in which the flow needs a style element. */
const cspNonce = document.currentScript.nonce;

/** Text of the page for each status that the backend has received by webhook. */
const outcomes = {
  APPROVED: 'You are verified. Welcome!',
  REVIEW: 'Thank you. Somebody is looking at it; we will write to you.',
  DECLINED: 'We could not verify your identity. We will write to you.',
  EXPIRED: 'The time for this verification is over. You can start again.',
  ERROR: 'Something went wrong on our side. Please try again later.',
};
const canStartAgain = ['EXPIRED', 'ERROR'];

let anew = false;

function say(text, label) {
  message.textContent = text;
  button.hidden = !label;
  button.textContent = label ?? '';
  button.disabled = false;
}

async function backend(method, body) {
  const headers = body && { 'content-type': 'application/json' };
  const reply = await fetch('/api/verification', { method, headers, body: body && JSON.stringify(body) });
  if (!reply.ok) throw new Error(`The backend answered ${reply.status}`);
  return reply.json();
}

/** Waits for the webhook, which alone decides and may arrive slightly later than the page's own event. */
async function showOutcome() {
  say('Thank you. We are checking what you sent.');
  for (;;) {
    const { status } = await backend('GET');
    if (outcomes[status]) return say(outcomes[status], canStartAgain.includes(status) ? 'Start again' : null);
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

function showProblem(reason) {
  // An expired session cannot be resumed.
  anew = true;
  say(`That did not work (${reason}). You can try again.`, 'Try again');
}

VendorOrchestration.on('completed', () => showOutcome().catch((error) => showProblem(error.message)));
VendorOrchestration.on('cancelled', () => say('You can go on whenever you like.', 'Go on'));
VendorOrchestration.on('error', showProblem);

button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    const { token } = await backend('POST', { anew });
    anew = false;
    await VendorOrchestration.start({ token, language: navigator.language, cspNonce });
  } catch (error) {
    showProblem(error.message);
  }
});

// A user who returns after the outcome sees it immediately.
backend('GET').then(({ status }) => {
  if (outcomes[status]) say(outcomes[status], canStartAgain.includes(status) ? 'Start again' : null);
  if (status === 'PENDING') say('Your verification is not finished yet.', 'Go on');
});
