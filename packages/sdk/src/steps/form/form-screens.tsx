export { default as styleSheet } from './form.css?inline';
export { Form, type Written } from './form.tsx';
