import form from './sheet/form.css?inline';

/** Rules that a form adds to the screens around it; they come with its code. */
export const formStyleSheet = form;
