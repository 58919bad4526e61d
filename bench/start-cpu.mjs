// Time of the main thread until the first screen, by activity of the browser and by function of the SDK.
import { BrowserStage, inTurns } from './browser-stage.mjs';
import { recordProfile, topFunctions } from './cpu-profile.mjs';
import { activityNames, recordTrace, timeByActivity } from './main-thread.mjs';
import { addContestants } from './start-contestants.mjs';
import { timeFirstScreen } from './time-to-first-screen.mjs';

const listedFunctions = 16;

/** @returns `tables`, `goals` and `browser`, for `report`. */
export async function startCpu(rounds) {
  const stage = await BrowserStage.open();
  try {
    const { modal, script, npm } = await addContestants(stage);
    const contestants = [modal, script, npm];
    const results = await inTurns(rounds, contestants, (one) => traceOnce(stage, one));
    const profiles = [];
    for (let round = 0; round < rounds; round++) profiles.push(await profileOnce(stage, script));
    return {
      tables: [
        {
          caption: 'Main thread until the first screen, full speed, traced, mean, ms',
          rows: contestants.map(({ name }, index) => ({ contestant: name, ...meanOf(results[index]) })),
        },
        {
          caption: `Functions with most time of their own, ${script.name}, full speed, profiled, mean`,
          rows: topFunctions(joined(profiles), listedFunctions).map(({ function: name, 'self, ms': ms }) => ({
            function: name,
            'self, ms': (ms / rounds).toFixed(1),
          })),
        },
      ],
      goals: [],
      browser: stage.browserVersion,
    };
  } finally {
    await stage.close();
  }
}

async function traceOnce(stage, contestant) {
  let events = [];
  await timeFirstScreen(stage, contestant, { slowdown: 1 }, async (session, start) => {
    const recorded = await recordTrace(session, start);
    events = recorded.events;
    return recorded.result;
  });
  return timeByActivity(events);
}

async function profileOnce(stage, contestant) {
  let profile;
  await timeFirstScreen(stage, contestant, { slowdown: 1 }, async (session, start) => {
    const recorded = await recordProfile(session, start);
    profile = recorded.profile;
    return recorded.result;
  });
  return profile;
}

function meanOf(rows) {
  const mean = (name) => rows.reduce((sum, row) => sum + row[name], 0) / rows.length;
  return Object.fromEntries(activityNames.map((name) => [name, mean(name).toFixed(1)]));
}

/** Merges several profiles, keeping their nodes separate. Leaves out idle time. */
function joined(profiles) {
  const nodes = [];
  const samples = [];
  const timeDeltas = [];
  for (const [index, profile] of profiles.entries()) {
    const idle = new Set(
      profile.nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id),
    );
    for (const node of profile.nodes) nodes.push({ ...node, id: `${index} ${node.id}` });
    for (const [sample, id] of profile.samples.entries()) {
      if (idle.has(id)) continue;
      samples.push(`${index} ${id}`);
      timeDeltas.push(profile.timeDeltas[sample]);
    }
  }
  return { nodes, samples, timeDeltas };
}
