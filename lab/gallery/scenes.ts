import { collectScenes } from './scenes/collect-scenes.ts';
import { documentScenes } from './scenes/document-scenes.ts';
import { formScenes } from './scenes/form-scenes.ts';
import { frameScenes } from './scenes/frame-scenes.ts';
import { handOffScenes } from './scenes/hand-off-scenes.ts';
import { selfieScenes } from './scenes/selfie-scenes.ts';

/** Every screen, in every visually different state. */
export const scenes = {
  ...frameScenes,
  ...documentScenes,
  ...formScenes,
  ...selfieScenes,
  ...collectScenes,
  ...handOffScenes,
};

export type SceneName = keyof typeof scenes;
