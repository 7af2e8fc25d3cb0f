// The clock of games: each has its own time, which stands still while it is solved, paused or out of sight.
//
//     const clock = clockOf(seconds => show(seconds)); clock.turnTo(id, 61); clock.hold(true);

/** @param {(seconds: number) => void} tick */
export function clockOf(tick) {
  /** The times of games that were open. @type {Map<string, number>} */
  const times = new Map();
  let game = "",
    seconds = 0,
    held = false;
  window.setInterval(() => {
    if (held || document.hidden) return;
    seconds += 1;
    tick(seconds);
  }, 1000);
  return {
    get seconds() {
      return seconds;
    },
    /** Another game, or an earlier one again. @param {string} next */
    turnTo(next) {
      if (next === game) return;
      times.set(game, seconds);
      seconds = times.get(next) ?? 0;
      game = next;
      tick(seconds);
    },
    /** What a game has taken so far. @param {string} id @param {number} begun */
    begin: (id, begun) => times.set(id, begun),
    /** From the start. */
    restart() {
      seconds = 0;
      tick(seconds);
    },
    /** @param {boolean} on whether it stands still */
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
