import type { AdminPerson } from '@vendor/contract/admin';
import { Notice } from '../../parts/notice.tsx';
import { sessionState } from '../../session.ts';
import { people } from '../../texts/en/people.ts';

const texts = people.form;

/** Rights of a person in the account. */
export type Grant = Pick<AdminPerson, 'role' | 'modes' | 'pictures'>;

const roles = Object.keys(people.roles) as Grant['role'][];

/**
 * Role, modes and the right to see pictures, each with its effect. A right can be granted only if the signed-in person or the
 * edited person already has it.
 *
 * @param before - current rights.
 * @param isLastOwner - the role cannot change.
 */
export function GrantFields(props: {
  grant: Grant;
  before?: Grant;
  isLastOwner?: boolean;
  onChange: (grant: Grant) => void;
}) {
  const { grant, before, isLastOwner = false, onChange } = props;
  const own = ownRights();
  const mayGive = (mode: 'live' | 'test') =>
    own.modes.includes(mode) || before?.modes.includes(mode) === true;
  const mayGivePictures = own.pictures || before?.pictures === true;
  const isLimited = !mayGive('live') || !mayGive('test') || !mayGivePictures;
  const toggle = (mode: 'live' | 'test') =>
    onChange({
      ...grant,
      modes: (['live', 'test'] as const).filter((one) => (one === mode) !== grant.modes.includes(one)),
    });
  return (
    <>
      <fieldset class="choice">
        <legend>{texts.role}</legend>
        {roles.map((role) => (
          <label class="option" key={role}>
            <input
              type="radio"
              name="role"
              checked={grant.role === role}
              disabled={isLastOwner && role !== 'owner'}
              onChange={() => onChange({ ...grant, role })}
            />
            <span>
              {people.roles[role]} <span class="small quiet">{people.roleHints[role]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {isLastOwner && <Notice tone="info">{texts.onlyOwner}</Notice>}
      <fieldset class="choice">
        <legend>{texts.modes}</legend>
        {(['live', 'test'] as const).map((mode) => (
          <label class="option" key={mode}>
            <input
              type="checkbox"
              checked={grant.modes.includes(mode)}
              disabled={!mayGive(mode)}
              onChange={() => toggle(mode)}
            />
            <span>
              {people.modes[mode]} <span class="small quiet">{texts.modeHints[mode]}</span>
            </span>
          </label>
        ))}
        <label class="option">
          <input
            type="checkbox"
            checked={grant.pictures}
            disabled={!mayGivePictures}
            onChange={(event) => onChange({ ...grant, pictures: event.currentTarget.checked })}
          />
          <span>
            {texts.pictures} <span class="small quiet">{texts.picturesHint}</span>
          </span>
        </label>
        {isLimited && <p class="small quiet">{texts.limited}</p>}
        {grant.modes.length === 0 && <p class="small danger">{texts.noMode}</p>}
      </fieldset>
    </>
  );
}

/** Rights of the signed-in person to data. */
export function ownRights(): Pick<Grant, 'modes' | 'pictures'> {
  const state = sessionState.value;
  return state.kind === 'in' ? state.session : { modes: [], pictures: false };
}
