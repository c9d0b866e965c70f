import { defineWidget } from '../sdk/mount.tsx';
import styles from './pay.css';
import { PayWidget } from './pay.tsx';

defineWidget('pay', { component: PayWidget, styles, attributes: ['heading', 'number'] });
