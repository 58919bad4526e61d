import type { ThemeFinding } from './finding.ts';

/** Describes a finding in one line for the console. Loaded only if there are findings. */
export function describeFinding(finding: ThemeFinding): string {
  const { kind } = finding;
  const property = finding.property ? `theme.${finding.property}` : 'theme';
  if (kind === 'unusable') return `${property} cannot be used and is ignored.`;
  const where = kind === 'low-contrast' && finding.where === 'camera' ? ' over a bright camera picture' : '';
  const measured = `${property}: contrast ${finding.ratio.toFixed(2)}${where} is less than ${finding.needed}`;
  return kind === 'low-contrast'
    ? `${measured}; ${finding.replacement} is used ${where ? 'there' : 'instead'}.`
    : `${measured}; its shapes get an outline of ${finding.outline}.`;
}
