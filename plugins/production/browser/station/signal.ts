let context: AudioContext | undefined;

/** A high tone for success, two low ones for a failure. Silent in browsers without sound. */
export function signal(tone: 'good' | 'bad'): void {
  try {
    context ??= new AudioContext();
    const sound = context;
    const tones =
      tone === 'good'
        ? [[1_320, 0, 0.09]]
        : [
            [220, 0, 0.18],
            [180, 0.24, 0.3],
          ];
    for (const [frequency = 0, at = 0, length = 0] of tones) {
      const oscillator = sound.createOscillator();
      const volume = sound.createGain();
      oscillator.type = tone === 'good' ? 'sine' : 'square';
      oscillator.frequency.value = frequency;
      volume.gain.value = 0.15;
      oscillator.connect(volume).connect(sound.destination);
      oscillator.start(sound.currentTime + at);
      oscillator.stop(sound.currentTime + at + length);
    }
  } catch {
    // Browsers refuse sound before the first touch; some have none.
  }
}
