import handOff from './sheet/hand-off.css?inline';

/** Rules that the hand-off to a phone adds to the style sheets of the flow; they come with its code. */
export const handOffStyleSheet: string = handOff;
