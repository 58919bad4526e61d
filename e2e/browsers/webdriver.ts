import type { DrivenBrowser, DrivenTab } from './driven-browser.ts';
import { until } from './until.ts';

/** Sends a WebDriver (W3C) command by its name, over any transport. */
export type Command = (name: CommandName, params?: Record<string, unknown>) => Promise<unknown>;

export type CommandName =
  | 'Navigate To'
  | 'Execute Async Script'
  | 'Perform Actions'
  | 'Take Screenshot'
  | 'Get Window Handles'
  | 'Switch To Window'
  | 'Set Window Rect';

/**
 * Wraps a function in a script that returns its result, awaited if it is a promise, and returns errors as text, because
 * WebDriver does not serialise errors. The function is inlined because page policies forbid `eval`.
 */
const scriptOf = (source: string) => `
  const done = arguments[arguments.length - 1];
  Promise.resolve()
    .then(() => (${source})(...arguments[0]))
    .then((value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error) }));
`;

/** Drives the tabs of a browser by WebDriver, which sends commands to one window at a time. */
export async function driveByWebDriver(
  command: Command,
  version: string,
  quit: () => Promise<void>,
): Promise<DrivenBrowser> {
  const handles = async () => (await command('Get Window Handles')) as string[];
  const [first = ''] = await handles();
  const known = [first];
  let current = first;
  const tabOf = (handle: string): DrivenTab => {
    const here: Command = async (name, params) => {
      // Early versions of Firefox, which FIREFOX_PATH may name, read `name` in place of `handle` (Marionette).
      if (current !== handle) await command('Switch To Window', { handle, name: handle });
      current = handle;
      return command(name, params);
    };
    const run = async (source: string, args: readonly unknown[]) => {
      const answer = (await here('Execute Async Script', { script: scriptOf(source), args: [args] })) as {
        value?: unknown;
        error?: string;
      };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value ?? undefined;
    };
    return {
      run,
      open: async (url) => {
        await here('Navigate To', { url });
      },
      press: async (x, y) => {
        await here('Perform Actions', { actions: [pressOf(Math.round(x), Math.round(y))] });
      },
      photograph: async () => Buffer.from(String(await here('Take Screenshot')), 'base64'),
      resize: async (width, height) => {
        await here('Set Window Rect', { x: 0, y: 0, width, height });
        // Adds the window's borders and bars to the size of the page.
        const [innerWidth, innerHeight] = (await run('() => [innerWidth, innerHeight]', [])) as [
          number,
          number,
        ];
        await here('Set Window Rect', { width: 2 * width - innerWidth, height: 2 * height - innerHeight });
      },
    };
  };
  return {
    version,
    tab: tabOf(first),
    nextWindow: async () => {
      const opened = await until('a window', async () =>
        (await handles()).find((one) => !known.includes(one)),
      );
      known.push(opened);
      return tabOf(opened);
    },
    countWindows: async () => (await handles()).length,
    quit,
  };
}

function pressOf(x: number, y: number) {
  return {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', duration: 0, x, y, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  };
}
