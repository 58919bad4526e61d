import type { Environment } from '../../settings/environment.ts';
import { type FindListenFault, findUnusableSettings } from '../../settings/usable-settings.ts';
import type { Operator } from '../operator.ts';
import { type Finding, fail, warn } from './finding.ts';

const check = 'variables';

/** Reports variables with unusable values, and variables that look like a setting but are none. */
export function lookAtVariables({ settings }: Pick<Operator, 'settings'>): Finding[] {
  return [
    ...settings.faults.map(({ setting, text }) =>
      fail(check, `${text}. The service does not start.`, `Correct or unset ${setting}.`),
    ),
    ...settings.lookalikes.map(({ variable, setting }) =>
      warn(
        check,
        `${variable} is not a setting and has no effect.`,
        `Did you mean ${setting}? Rename or unset it.`,
      ),
    ),
  ];
}

/**
 * Checks the folders, files and the address that the settings name, as a start would.
 *
 * @param findListenFault - null: the service is running, and listens there itself.
 */
export async function lookAtPlaces(
  environment: Environment,
  findListenFault: FindListenFault | null,
): Promise<Finding[]> {
  const listening = findListenFault && (await findListenFault(environment));
  return [...findUnusableSettings(environment), ...(listening ? [listening] : [])].map(({ setting, text }) =>
    fail(check, `${text}. The service does not start.`, `Correct or unset ${setting}.`),
  );
}
