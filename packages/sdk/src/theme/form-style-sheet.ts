import form from './sheet/form.css?inline';

/** What a form adds to the screens around it; it comes with its code. */
export const formStyleSheet = form;
