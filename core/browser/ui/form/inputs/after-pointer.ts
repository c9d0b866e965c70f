let isPressed = false;
let waiting: (() => void)[] = [];

const press = () => {
  isPressed = true;
};
const release = () => {
  // The click event follows the release of the button; the screen may move only after it.
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
 * Runs now, or after the pressed mouse button is released. If the screen moved between pressing and releasing, the
 * click would miss its target.
 */
export function afterPointer(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}
