import { defineWidget } from '../sdk/mount.tsx';
import styles from './sample-record.css';
import { SampleRecordWidget } from './sample-record.tsx';

defineWidget('sample-record', { component: SampleRecordWidget, styles, attributes: ['heading'] });
