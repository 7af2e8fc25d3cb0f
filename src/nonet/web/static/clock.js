// The clock of a game: each puzzle has its own time, which stands still while it is solved, paused or out of sight.
//
//     const clock = clockOf(seconds => show(seconds), () => page.state.paused); clock.turnTo(clues); clock.hold(true);

/** @param {(seconds: number) => void} tick @param {() => boolean} paused @param {object} game @param {number} seconds that it has taken so far */
export function clockOf(tick, paused, game, seconds) {
  /** The times of games that are not open now. @type {WeakMap<object, number>} */
  const times = new WeakMap();
  let held = false;
  window.setInterval(() => {
    if (held || paused() || document.hidden) return;
    seconds += 1;
    tick(seconds);
  }, 1000);
  return {
    get seconds() {
      return seconds;
    },
    /** Another game, or an earlier one again. @param {object} next @param {number} [begun] its time, where it is not known */
    turnTo(next, begun = 0) {
      if (next === game) return;
      times.set(game, seconds);
      seconds = times.get(next) ?? begun;
      game = next;
      tick(seconds);
    },
    /** From the start. */
    restart() {
      seconds = 0;
      tick(seconds);
    },
    /** @param {boolean} on whether it stands still: the puzzle is solved */
    hold(on) {
      held = on;
    },
  };
}

/** @param {number} seconds */
export const clockText = seconds =>
  seconds < 3600
    ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
    : `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
