// Time from start() to the first painted screen, compared with an empty modal that sends the same requests to the service, and
// with the web SDK of Ballerine. All alternately in one run, each in a browser with an empty cache.
//
//     npm run bench sdk-start                       all parts
//     npm run bench sdk-start -- --only slow        one part: loopback, slow or cpu
//     npm run bench sdk-start -- --rounds 15        more rounds
//     npm run bench sdk-start -- --trace            a CPU profile and the requests of one start instead
import { parseArgs } from 'node:util';
import { report } from './report.mjs';
import { startCpu } from './start-cpu.mjs';
import { startOverLoopback } from './start-over-loopback.mjs';
import { startOverSlowNetwork } from './start-over-slow-network.mjs';
import { traceStart } from './trace-start.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    trace: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const parts = { loopback: startOverLoopback, slow: startOverSlowNetwork, cpu: startCpu };

if (options.trace) await traceStart();
else await measure(options.only ? [options.only] : Object.keys(parts));

async function measure(names) {
  const rounds = Number(options.rounds);
  const results = [];
  for (const name of names) results.push(await parts[name](rounds));
  report({
    title: 'Start of the flow',
    measured:
      'Time from the call of `start()` to the first painted screen, with nothing cached, beside an empty modal that makes the ' +
      "same request and beside Ballerine's web SDK. Contestants take turns; motion is reduced, so that the first picture is whole.",
    tables: results.flatMap(({ table, tables = [table] }) => tables),
    notes: [`Rounds: ${rounds}.`, ...results.flatMap(({ notes = [] }) => notes)],
    goals: results.flatMap(({ goals }) => goals),
    browser: results[0].browser,
  });
}
