// Time of a page's main thread by activity, from the browser's own trace.

/** The browser's event names by the activity under which they are reported; the first match counts. */
const activities = [
  ['compile', /^(V8\.(Compile|Parse|PreParse|Deserialize)|v8\.(compile|parse|produce))/],
  ['layout', /Layout|ShapeText|InlineNode/],
  ['style', /Style|CSSParser/],
  ['paint', /Paint|Commit|Raster|Layerize|BeginMainFrame/],
  ['requests', /ResourceFetcher|ResponseBodyLoader|Resource|Decode|ModuleLoad/],
  [
    'script',
    /^(v8\.|FunctionCall|EvaluateScript|RunMicrotasks|V8\.|EventDispatch|TimerFire|FireAnimationFrame)/,
  ],
];

/** Columns of a row returned by `timeByActivity`. */
export const activityNames = [...activities.map(([name]) => name), 'other'];

/**
 * Records a trace while `act` runs.
 *
 * @returns the result of `act`, and the events of the trace.
 */
export async function recordTrace(session, act) {
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const categories = 'devtools.timeline,disabled-by-default-v8.compile,v8,blink,loading';
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  const result = await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return { result, events };
}

/** @returns the time of the page's main thread by activity, in ms. Time of nested events counts for the inner one. */
export function timeByActivity(events) {
  const ms = Object.fromEntries(activityNames.map((name) => [name, 0]));
  const open = [];
  const count = ({ name, selfUs }) => {
    const [activity] = activities.find(([, pattern]) => pattern.test(name)) ?? ['other'];
    ms[activity] += selfUs / 1000;
  };
  for (const { name, ts, dur } of mainThread(events)) {
    while (open.length > 0 && open.at(-1).endUs <= ts) count(open.pop());
    if (open.length > 0) open.at(-1).selfUs -= dur;
    open.push({ name, endUs: ts + dur, selfUs: dur });
  }
  while (open.length > 0) count(open.pop());
  return ms;
}

/** Returns the complete events of the thread that runs the page's scripts, in order of their start. */
function mainThread(events) {
  const complete = events.filter(({ ph, dur }) => ph === 'X' && dur > 0);
  const calls = new Map();
  for (const { pid, tid, name } of complete) {
    if (name === 'FunctionCall') calls.set(`${pid} ${tid}`, (calls.get(`${pid} ${tid}`) ?? 0) + 1);
  }
  const [busiest] = [...calls].sort(([, a], [, b]) => b - a)[0];
  return complete
    .filter(({ pid, tid }) => `${pid} ${tid}` === busiest)
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
}
