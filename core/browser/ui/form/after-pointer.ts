let isPressed = false;
let waiting: (() => void)[] = [];

const press = () => {
  isPressed = true;
};
const release = () => {
  // The click follows the release: only after it may anything move.
  setTimeout(() => {
    isPressed = false;
    const ready = waiting;
    waiting = [];
    for (const run of ready) run();
  });
};

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, true);
  window.addEventListener('pointerup', release, true);
  window.addEventListener('pointercancel', release, true);
}

/**
 * Runs now, or once the button that is held down was let go: whatever moves the screen between pressing and releasing
 * takes the click away from what was meant.
 */
export function afterPointer(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}
