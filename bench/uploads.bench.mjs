// Duration of honest uploads during attacks, compared with the idle service, and the memory and CPU of the service meanwhile.
// Each turn has a fresh service, so that an attack leaves nothing in its queues for the next.
import { setMaxListeners } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanImage } from '@vendor/checks';
import {
  addressLetter,
  encodeJpeg,
  hostilePdf,
  hostilePicture,
  letterPdf,
  renderPassport,
  renderScene,
  utopianPassport,
} from '@vendor/specimens';
import { report } from './report.mjs';
import { median, spread } from './statistics.mjs';
import { UploadStage } from './upload-stage.mjs';

/** Idle and attacked samples alternate in short turns, so that other load of the machine affects both. */
const turns = 4;
const idleSamples = 2;
const attackedSamples = 4;
/** Maximum counted duration of an upload, in ms. */
const maxMs = 15_000;
/** Time after the first sample in which further samples may begin, in ms. */
const samplingMs = 20_000;
/** Duration of an attack before the first sample, in ms. */
const attackLeadMs = 2_000;
/** Goals of the project: maximum duration of an honest upload as a multiple of the idle one, and memory of all processes. */
const maxSlowdown = 2;
const maxMemoryBytes = 1.2e9;

const hostilePdfs = ['self-drawing-form', 'nested-forms', 'tiling-patterns', 'nested-soft-masks'];
const attackerAddress = '198.51.100.1';

const [load] = loadavg();
const honest = await renderHonestFiles();
const heavyPng = await hostilePicture('png-16-bit');

/** Attacks, each with the account of the honest user and the files that they send. */
const attacks = [
  {
    name: 'one session, PNG of 50 megapixels',
    of: 'B',
    sends: ['phone', 'ordinary'],
    begin: (stage, signal) => sendPictures(stage, 1, signal),
  },
  {
    name: 'ten sessions, PNG of 50 megapixels',
    of: 'B',
    sends: ['phone', 'ordinary'],
    begin: (stage, signal) => sendPictures(stage, 10, signal),
  },
  {
    name: 'five sessions, hostile PDFs',
    of: 'B',
    sends: ['phone', 'ordinary', 'pdf'],
    begin: (stage, signal) => sendPdfs(stage, 5, signal),
  },
  {
    name: '75 sessions × 4 uploads at 2.5 kB/s, same account',
    of: 'A',
    sends: ['phone', 'ordinary'],
    begin: sendSlowly,
  },
  {
    name: 'all at once',
    of: 'B',
    sends: ['phone', 'ordinary', 'pdf'],
    begin: (stage, signal) => attackAtOnce(stage, signal, Infinity),
  },
  {
    name: 'all at once, in new sessions when refused five times',
    of: 'B',
    sends: ['phone', 'ordinary', 'pdf'],
    begin: (stage, signal) => attackAtOnce(stage, signal, 5),
  },
];

async function renderHonestFiles() {
  const page = await renderPassport(utopianPassport(new Date()), { widthPx: 1500 });
  const phone = await renderScene({ size: { width: 4032, height: 3024 }, page });
  const ordinary = await renderScene({ size: { width: 2560, height: 1920 }, page });
  const letter = addressLetter('en', new Date());
  return {
    phone: {
      name: 'phone photo, 12 megapixels',
      kind: 'document',
      bytes: await jpegOfSize(phone.picture, 3_500_000),
    },
    ordinary: {
      name: 'ordinary capture',
      kind: 'document',
      bytes: await jpegOfSize(ordinary.picture, 1_700_000),
    },
    pdf: { name: 'PDF', kind: 'address', bytes: await letterPdf(letter) },
  };
}

/** Returns the JPEG of the highest quality that has at most the given size. */
async function jpegOfSize(picture, bytes) {
  let [low, high] = [1, 100];
  while (low < high) {
    const quality = Math.ceil((low + high) / 2);
    if ((await encodeJpeg(picture, quality)).length <= bytes) low = quality;
    else high = quality - 1;
  }
  return encodeJpeg(picture, low);
}

let variants = 0;
/** Returns the same file with a different digest. Readers ignore bytes after the end of the file. */
const varied = (bytes) => Buffer.concat([bytes, Buffer.from(`\n${variants++}`)]);

/**
 * Sends files repeatedly in a session, and in a new one when the service accepts no more in it.
 *
 * @param maxRefusals - number of consecutive temporary refusals that also lead to a new session.
 */
async function sendAgainAndAgain(stage, kind, nextFile, signal, maxRefusals) {
  let session = await stage.session('A', kind, attackerAddress);
  void (async () => {
    for (let refusals = 0; !signal.aborted; ) {
      const reply = await stage.put(session, nextFile(), signal).catch(() => undefined);
      refusals = reply?.ok ? 0 : refusals + 1;
      if (reply?.status === 429) await pause(200);
      if (reply?.status !== 409 && refusals < maxRefusals) continue;
      session = await stage.session('A', kind, attackerAddress).catch(() => session);
      refusals = 0;
    }
  })();
}

async function sendPictures(stage, sessions, signal, maxRefusals = Infinity) {
  for (let count = 0; count < sessions; count++)
    await sendAgainAndAgain(stage, 'document', () => varied(heavyPng), signal, maxRefusals);
}

async function sendPdfs(stage, sessions, signal, maxRefusals = Infinity) {
  for (let count = 0; count < sessions; count++)
    await sendAgainAndAgain(
      stage,
      'address',
      () => hostilePdf(hostilePdfs[variants % hostilePdfs.length], variants++),
      signal,
      maxRefusals,
    );
}

async function attackAtOnce(stage, signal, maxRefusals) {
  await Promise.all([
    sendPictures(stage, 10, signal, maxRefusals),
    sendPdfs(stage, 5, signal, maxRefusals),
    sendSlowly(stage, signal),
  ]);
}

async function sendSlowly(stage, signal) {
  for (let count = 0; count < 75; count++) {
    const session = await stage.session('A', 'document', attackerAddress);
    for (let upload = 0; upload < 4; upload++) stage.putSlowly(session, 2500, signal);
  }
}

let users = 0;
/** Uploads each file once, each from a separate session and address. */
async function sample(stage, { of, sends }, results) {
  for (const file of sends) {
    users += 1;
    const session = await stage.session(of, honest[file].kind, `203.0.${users >> 8}.${users & 255}`);
    results[file].push(await stage.putWithRetries(session, varied(honest[file].bytes), maxMs));
  }
}

/** @returns the idle and attacked samples of each file, and the maximum memory. */
async function measureAttack(attack) {
  const emptyResults = () => Object.fromEntries(attack.sends.map((file) => [file, []]));
  const measured = { attack, idle: emptyResults(), attacked: emptyResults(), peakBytes: 0, processes: 0 };
  for (let turn = 0; turn < turns; turn++) {
    const stage = await UploadStage.open();
    const ending = new AbortController();
    setMaxListeners(0, ending.signal);
    try {
      await sample(stage, attack, emptyResults());
      for (let count = 0; count < idleSamples; count++) await sample(stage, attack, measured.idle);
      await attack.begin(stage, ending.signal);
      await pause(attackLeadMs);
      const began = performance.now();
      for (let count = 0; count < attackedSamples; count++) {
        if (count > 0 && performance.now() - began > samplingMs) break;
        await sample(stage, attack, measured.attacked);
      }
      measured.peakBytes = Math.max(measured.peakBytes, stage.peakBytes);
      measured.processes = Math.max(measured.processes, stage.processes);
    } finally {
      ending.abort();
      await stage.close();
    }
  }
  return measured;
}

/** Measures the CPU of the service for a picture, compared with merely decoding and encoding it in a warm process. */
async function measureCpu(file) {
  const count = 6;
  const stage = await UploadStage.open();
  try {
    const send = async () => {
      const session = await stage.session('B', 'document', '203.0.113.1');
      await stage.put(session, varied(honest[file].bytes));
    };
    await send();
    await send();
    const before = stage.cpuMs();
    for (let sent = 0; sent < count; sent++) await send();
    const service = (stage.cpuMs() - before) / count;
    await cleanImage(honest[file].bytes);
    const begun = process.cpuUsage();
    for (let done = 0; done < count; done++) await cleanImage(honest[file].bytes);
    const { user, system } = process.cpuUsage(begun);
    const alone = (user + system) / 1000 / count;
    return {
      picture: honest[file].name,
      'service with its session, CPU ms a picture': Math.round(service),
      'decoding and encoding alone, CPU ms': Math.round(alone),
      'overhead, CPU ms': Math.round(service - alone),
    };
  } finally {
    await stage.close();
  }
}

const msOf = (samples) => samples.map(({ ms }) => ms);
const slowdownOf = ({ idle, attacked }, file) => median(msOf(attacked[file])) / median(msOf(idle[file]));
const megabytes = (bytes) => Math.round(bytes / 1e6);

const measurements = [];
for (const attack of attacks) measurements.push(await measureAttack(attack));
const cpu = [await measureCpu('phone'), await measureCpu('ordinary')];

const rows = measurements.flatMap((measured) =>
  measured.attack.sends.map((file) => {
    const [idle, attacked] = [msOf(measured.idle[file]), msOf(measured.attacked[file])];
    return {
      attack: measured.attack.name,
      'honest upload': honest[file].name,
      'idle, median, ms': Math.round(median(idle)),
      'idle, spread, ms': spread(idle),
      'attacked, median, ms': Math.round(median(attacked)),
      'attacked, spread, ms': spread(attacked),
      'slowdown, ×': Number(slowdownOf(measured, file).toFixed(1)),
      'refused tries': measured.attacked[file].reduce((sum, { refused }) => sum + refused, 0),
    };
  }),
);

report({
  title: 'Uploads under attack',
  measured:
    'Time until an honest upload is stored, on the idle service and while other sessions of another account attack. Retries after 408 and ' +
    '429 count, as the SDK makes them. Memory is that of the service with all its processes.',
  tables: [
    { caption: 'Time of honest uploads', rows },
    {
      caption: 'Memory and processes',
      rows: measurements.map(({ attack, peakBytes, processes }) => ({
        attack: attack.name,
        'most memory, MB': megabytes(peakBytes),
        processes,
      })),
    },
    { caption: 'CPU of one picture', rows: cpu },
  ],
  notes: [
    `Load of the machine when the bench began: ${load.toFixed(1)} processes.`,
    `Turns: ${turns}, each of ${idleSamples} samples idle and up to ${attackedSamples} attacked on a service of its own. A sample that takes longer than ${maxMs / 1000} s counts as so long.`,
    ...Object.values(honest).map(({ name, bytes }) => `${name}: ${Math.round(bytes.length / 1000)} kB.`),
    `The PNG of 50 megapixels has 16 bits and alpha: ${Math.round(heavyPng.length / 1000)} kB, 400 MB decoded. The hostile PDFs have 1 to 3 kB.`,
    'While 300 uploads are slow, the honest user is of the same account and another address.',
  ],
  goals: [
    {
      text: `honest uploads take at most ${maxSlowdown} × their idle time`,
      isMet: measurements.every((one) =>
        one.attack.sends.every((file) => slowdownOf(one, file) <= maxSlowdown),
      ),
      missedBy: measurements
        .filter((one) => one.attack.sends.some((file) => slowdownOf(one, file) > maxSlowdown))
        .map(({ attack }) => attack.name),
    },
    {
      text: `at most ${megabytes(maxMemoryBytes)} MB`,
      isMet: measurements.every(({ peakBytes }) => peakBytes <= maxMemoryBytes),
      missedBy: measurements
        .filter(({ peakBytes }) => peakBytes > maxMemoryBytes)
        .map(({ attack }) => attack.name),
    },
  ],
});
