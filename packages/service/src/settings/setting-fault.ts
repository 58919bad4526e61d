/** A setting that cannot be used. */
export interface SettingFault {
  /** Name of the environment variable. */
  readonly setting: string;
  /** Message for people: the setting, its value unless secret, and the expected format. */
  readonly text: string;
}

/** Maximum length of a value in a message; longer ones are truncated. */
const maxValueLength = 100;

/** Creates a fault. @param value - null: must not be repeated. */
export function settingFault(setting: string, value: string | null, detail: string): SettingFault {
  const cut = value !== null && value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;
  return { setting, text: `${setting}${cut === null ? '' : `=${JSON.stringify(cut)}`}: ${detail}` };
}

/** Thrown for settings that cannot be used, with all of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    super(`Some settings cannot be used.\n${faults.map(({ text }) => `  ${text}`).join('\n')}`);
    this.faults = faults;
  }
}
