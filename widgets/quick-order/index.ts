import { defineWidget } from '../sdk/mount.tsx';
import shop from '../shop/shop.css';
import styles from './quick-order.css';
import { QuickOrderWidget } from './quick-order.tsx';

defineWidget('quick-order', { component: QuickOrderWidget, styles: shop + styles, attributes: ['heading', 'rows'] });
