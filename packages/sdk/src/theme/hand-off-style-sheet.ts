import handOff from './sheet/hand-off.css?inline';

/** What the hand-off to a phone adds to the style sheets of the flow; it comes with its code. */
export const handOffStyleSheet: string = handOff;
