import type { Scene } from './scene.ts';

/** Scenes of a form, also with rejected answers. */
export const formScenes = {
  form: {
    screen: {
      kind: 'form',
      stepId: 'form',
      fields: [
        { name: 'user_fullname', required: true },
        { name: 'user_dob', required: true },
        { name: 'email', required: true },
        { name: 'phone_number', required: true },
        { name: 'user_country', required: true },
        { name: 'user_region', required: true },
        { name: 'user_address', required: true },
        { name: 'user_street2', required: false },
        { name: 'user_gender', required: false },
        { name: 'cpf', required: true },
      ],
      isSending: false,
      offline: false,
      refused: [],
    },
    progress: 0,
  },
  'form-refused': {
    screen: {
      kind: 'form',
      stepId: 'form',
      fields: [
        { name: 'email', required: true },
        { name: 'phone_number', required: true },
        { name: 'user_dob', required: true },
      ],
      isSending: false,
      offline: false,
      refused: ['email', 'phone_number', 'user_dob'],
    },
    progress: 0.5,
  },
  'welcome-form': {
    screen: { kind: 'welcome', requester: 'Example Hire', resumed: false, form: true },
  },
} satisfies Record<string, Scene>;
