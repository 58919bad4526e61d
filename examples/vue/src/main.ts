import { createApp } from 'vue';
import './styles.css';
import VerifyCard from './VerifyCard.vue';

createApp(VerifyCard).mount('#app');
