export { formStyleSheet as styleSheet } from '../theme/form-style-sheet.ts';
export { Form, type Written } from './screens/form.tsx';
