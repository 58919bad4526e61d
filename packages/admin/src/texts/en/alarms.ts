/** Texts of alarms of webhook endpoints, above every screen. */
export const alarms = {
  disabled: 'A webhook endpoint is disabled, and its events wait:',
  failing: (percent: number) =>
    percent >= 90
      ? 'A webhook endpoint is about to be disabled:'
      : `A webhook endpoint has failed for ${percent} % of the time after which it is disabled:`,
  reasons: {
    GONE: 'answered 410.',
    FAILING: 'accepted nothing for five days.',
  },
  disablesAt: 'accepts nothing. It will be disabled',
  link: 'Look at it',
  linkAll: (count: number) => `Look at all ${count}`,
};
