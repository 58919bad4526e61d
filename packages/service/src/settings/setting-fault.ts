/** A setting that cannot be used. */
export interface SettingFault {
  /** The name of the environment variable. */
  readonly setting: string;
  /** For people: the setting, its value unless that is secret, and what is expected. */
  readonly text: string;
}

/** Longer values are cut. */
const longestValue = 100;

/** @param value - null: it must not be repeated. */
export function settingFault(setting: string, value: string | null, detail: string): SettingFault {
  const cut = value !== null && value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;
  return { setting, text: `${setting}${cut === null ? '' : `=${JSON.stringify(cut)}`}: ${detail}` };
}

/** Settings cannot be used: all of them that were found at once. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    super(`Some settings cannot be used.\n${faults.map(({ text }) => `  ${text}`).join('\n')}`);
    this.faults = faults;
  }
}
