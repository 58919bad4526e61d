export { formStyleSheet } from '../theme/form-style-sheet.ts';
export { Form } from './screens/form.tsx';
