// Profiles a start of the script tag and one of the npm package over slow 4G: requests, and time of the main thread by function.
// Writes both profiles to the cache, for the browser's developer tools.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BrowserStage } from './browser-stage.mjs';
import { recordProfile, topFunctions } from './cpu-profile.mjs';
import { slow4g, slowCpu } from './slow-network.mjs';
import { addContestants } from './start-contestants.mjs';
import { timeFirstScreen } from './time-to-first-screen.mjs';

const printedFunctions = 30;
const folder = fileURLToPath(new URL('.cache/', import.meta.url));

/** Prints the requests and functions of both starts. */
export async function traceStart() {
  mkdirSync(folder, { recursive: true });
  const stage = await BrowserStage.open({ preflightDelayMs: slow4g.latency });
  try {
    const { script, npm } = await addContestants(stage);
    await trace(stage, script, 'script');
    await trace(stage, npm, 'npm');
  } finally {
    await stage.close();
  }
}

async function trace(stage, contestant, key) {
  let recorded;
  const conditions = { slowdown: slowCpu, network: slow4g };
  const { ms, network } = await timeFirstScreen(stage, contestant, conditions, async (session, start) => {
    recorded = await recordProfile(session, start);
    return recorded.result;
  });
  const path = join(folder, `sdk-start-${key}.cpuprofile`);
  writeFileSync(path, JSON.stringify(recorded.profile));
  console.log(`\n${contestant.name}: ${Math.round(ms)} ms while recorded, profile in ${path}`);
  console.table(network.requests);
  console.table(topFunctions(recorded.profile, printedFunctions));
}
