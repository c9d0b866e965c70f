import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import classes from './station.module.css';

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
const detectorOf = (): Detector | undefined => {
  const kind = (globalThis as { BarcodeDetector?: new (options: object) => Detector }).BarcodeDetector;
  return kind ? new kind({ formats: ['qr_code', 'code_128'] }) : undefined;
};

export const hasCamera = (): boolean =>
  'BarcodeDetector' in globalThis && (navigator.mediaDevices as MediaDevices | undefined) !== undefined;

const betweenLooks = 250;

/** Reads codes with the camera; a code is reported once until another code is seen. */
export function CameraScanner({ onScan, onClose }: { onScan(text: string): void; onClose(): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const told = useRef(onScan);
  told.current = onScan;
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let last = '';
    const detector = detectorOf();
    const look = async (): Promise<void> => {
      const [code] = video.current && detector ? await detector.detect(video.current).catch(() => []) : [];
      if (code && code.rawValue !== last) {
        last = code.rawValue;
        told.current(last);
      }
      if (!isOver) timer = setTimeout(() => void look(), betweenLooks);
    };
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      (opened) => {
        stream = opened;
        if (isOver) for (const track of opened.getTracks()) track.stop();
        else if (video.current) {
          video.current.srcObject = opened;
          void video.current.play();
          void look();
        }
      },
      () => setProblem('The camera may not be used: allow it in the browser, or use a scanner.'),
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return (
    <div className={classes['camera']}>
      {problem ? <p role="alert">{problem}</p> : <video ref={video} muted playsInline aria-label="Camera" />}
      <Button variant="default" size="lg" onClick={onClose}>
        Close the camera
      </Button>
    </div>
  );
}
