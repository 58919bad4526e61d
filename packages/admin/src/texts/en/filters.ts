/** Texts of the filters of a list. */
export const filters = {
  title: 'Filters',
  any: 'Any',
  apply: 'Apply',
  clear: 'Clear filters',
  remove: (label: string) => `Remove the filter ${label}`,
  date: 'Date',
  dates: {
    today: 'Today',
    week: 'Last 7 days',
    month: 'Last 30 days',
    from: 'From',
    to: 'To',
    since: (day: string) => `Since ${day}`,
    until: (day: string) => `Until ${day}`,
    between: (from: string, to: string) => `${from} – ${to}`,
  },
};
