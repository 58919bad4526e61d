import handOff from './sheet/hand-off.css?inline';

/** Rules of the hand-off to a phone, added to the flow's style sheets when its code loads. */
export const handOffStyleSheet: string = handOff;
