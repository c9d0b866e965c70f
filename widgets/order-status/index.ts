import { defineWidget } from '../sdk/mount.tsx';
import styles from './order-status.css';
import { OrderStatusWidget } from './order-status.tsx';

defineWidget('order-status', { component: OrderStatusWidget, styles, attributes: ['heading', 'order-number'] });
