// Time from pressing the button to the first frame of the camera: in the flow, compared with bare getUserMedia with a <video>
// and the same constraints, alternately in one run.
import { BrowserStage, inTurns } from './browser-stage.mjs';
import { report } from './report.mjs';
import { median, spread } from './statistics.mjs';

const rounds = 7;
/** Goal of the project: maximum time to the first frame, as a multiple of that of bare `getUserMedia`. */
const maxRatio = 1.15;
const slowdowns = [1, 4];
const contestants = ['bare getUserMedia', 'SDK'];

const stage = await BrowserStage.open();
try {
  const rows = [];
  let isGoalMet = true;
  for (const slowdown of slowdowns) {
    const results = await inTurns(rounds, contestants, (contestant) => timeCamera(contestant, slowdown));
    const bareMs = median(results[0]);
    for (const [index, contestant] of contestants.entries()) {
      const ratio = median(results[index]) / bareMs;
      if (contestant === 'SDK') isGoalMet &&= ratio <= maxRatio;
      rows.push({
        processor: `1/${slowdown}`,
        contestant,
        'first frame, median, ms': Math.round(median(results[index])),
        'spread, ms': spread(results[index]),
        '× bare': ratio.toFixed(2),
      });
    }
  }
  report({
    title: 'Start of the camera',
    measured:
      'Time from the press of the button to the first frame of the camera, in the flow and with bare `getUserMedia` and a ' +
      "`<video>`, which ask for the same. The camera is the browser's own test camera.",
    tables: [{ rows }],
    notes: [`Rounds: ${rounds}.`],
    goals: [{ text: `at most ${maxRatio} × bare getUserMedia`, isMet: isGoalMet }],
    browser: stage.browserVersion,
  });
} finally {
  await stage.close();
}

/** Returns the time from the press to the first frame, in ms. */
async function timeCamera(contestant, slowdown) {
  if (contestant !== 'SDK') {
    return stage.visit({ slowdown }, async (page) => {
      await page.waitForTimeout(200);
      return page.evaluate(openBareCamera);
    });
  }
  const token = await stage.newToken();
  return stage.visit({ slowdown }, async (page) => {
    await page.evaluate((token) => VendorOrchestration.start({ token }), token);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('button', { name: /^Passport/ }).click();
    await page.getByRole('button', { name: 'Open the camera' }).waitFor();
    // Waits for the code of the camera, which loads while the user reads.
    await page.evaluate(allLoaded);
    return page.evaluate(openCameraOfFlow);
  });
}

/** Runs in the page: resolves once nothing more is being fetched. */
async function allLoaded() {
  const count = () => performance.getEntriesByType('resource').length;
  for (let before = -1; before !== count(); ) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
}

/** Runs in the page. */
async function openBareCamera() {
  const began = performance.now();
  const video = document.body.appendChild(document.createElement('video'));
  Object.assign(video, { muted: true, playsInline: true });
  video.srcObject = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
  });
  await video.play();
  while (video.readyState < 2 || video.videoWidth === 0) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}

/** Runs in the page. */
async function openCameraOfFlow() {
  const root = [...document.body.children].find((host) => host.shadowRoot)?.shadowRoot;
  const button = [...root.querySelectorAll('button')].find((one) => one.textContent === 'Open the camera');
  const began = performance.now();
  button.click();
  for (;;) {
    const video = root.querySelector('video');
    if (video && video.readyState >= 2 && video.videoWidth > 0) return performance.now() - began;
    await new Promise(requestAnimationFrame);
  }
}
