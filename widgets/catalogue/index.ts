import { defineWidget } from '../sdk/mount.tsx';
import shop from '../shop/shop.css';
import styles from './catalogue.css';
import { CatalogueWidget } from './catalogue.tsx';

defineWidget('catalogue', {
  component: CatalogueWidget,
  styles: shop + styles,
  attributes: ['heading', 'category', 'product-line', 'page-size'],
});
