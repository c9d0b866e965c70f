import { defineWidget } from '../sdk/mount.tsx';
import styles from './register.css';
import { RegisterWidget } from './register.tsx';

defineWidget('register', { component: RegisterWidget, styles, attributes: ['heading'] });
